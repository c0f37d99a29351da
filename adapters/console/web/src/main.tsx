import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './ui/global.css';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { loadConsole } from './api/console';
import { Problem } from './api/problem';
import { LanguageProvider } from './i18n/language';
import { KeyLayer } from './keys/KeyLayer';
import { makeRouter } from './router';
import { forgetOldDrafts } from './ui/drafts';
import { Themed } from './ui/Themed';

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
// Where libraries that make <style> elements look for it (get-nonce).
Object.assign(globalThis, { __webpack_nonce__: nonce });

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // What the server refused is refused again; what did not arrive may arrive.
      retry: (failures, error) => failures < 2 && !(error instanceof Problem && error.status < 500),
    },
  },
});

async function start() {
  forgetOldDrafts(localStorage, new Date());
  await loadConsole();
  const router = makeRouter();
  createRoot(document.getElementById('root')!).render(
    <LanguageProvider>
      <Themed nonce={nonce}>
        <QueryClientProvider client={queries}>
          <KeyLayer>
            <Notifications position="bottom-left" />
            <RouterProvider router={router} />
          </KeyLayer>
        </QueryClientProvider>
      </Themed>
    </LanguageProvider>,
  );
}

start().catch(() => {
  const message = document.createElement('p');
  message.textContent =
    'El servidor no responde. Revise la conexión y cargue la página de nuevo. / The server does not answer. Check the connection and reload.';
  document.getElementById('root')!.append(message);
});
