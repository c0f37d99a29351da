import hooks from 'eslint-plugin-react-hooks';
import { defineConfig, globalIgnores } from 'eslint/config';
import { configs } from 'typescript-eslint';

const keyLiteral = 'Write the keys of queries in api/keys.ts.';

export default defineConfig(
  globalIgnores(['dist', 'src/api/intake.ts', 'src/api/notify.ts']),
  {
    files: ['src/**/*.{ts,tsx}'],
    extends: [configs.recommended],
    plugins: { 'react-hooks': hooks },
    languageOptions: { parserOptions: { projectService: true } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      // Of the rules that need types only these: recommendedTypeChecked takes twice as long.
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['src/**/*.test.{ts,tsx}', 'src/api/keys.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: 'TSAsExpression > TSNeverKeyword', message: 'Give the value its type.' },
        { selector: 'Property[key.name="queryKey"] > ArrayExpression', message: keyLiteral },
        { selector: 'ForOfStatement[left.declarations.0.id.name="queryKey"] > ArrayExpression > ArrayExpression', message: keyLiteral },
        { selector: 'CallExpression[callee.property.name=/QueryData$/] > ArrayExpression.arguments', message: keyLiteral },
      ],
    },
  },
);
