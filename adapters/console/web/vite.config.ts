import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// The Go server puts a nonce of its own in place of COTEJO-NONCE.
export default defineConfig({
  base: '/consola/',
  plugins: [react()],
  html: { cspNonce: 'COTEJO-NONCE' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    cssCodeSplit: false, // the areas' own styles are a few kB; no page is ever shown without them
    license: { fileName: 'licences.md' },
  },
  // `npm run dev` beside a service: COTEJO=http://127.0.0.1:8001 names another.
  server: {
    proxy: Object.fromEntries(
      ['/api', '/console.json', '/auth', '/procesos', '/notificaciones', '/sujetos', '/usuarios', '/juzgados', '/calendario'].map((path) => [
        path,
        process.env.COTEJO ?? 'http://127.0.0.1:8000',
      ]),
    ),
  },
});
