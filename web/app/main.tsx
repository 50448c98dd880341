import './app.css';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { createRoot } from 'react-dom/client';
import { registerWorker } from '../push/device.ts';
import { Refusal } from './api.ts';
import { LanguageProvider } from './language.tsx';
import { router } from './router.tsx';
import { resolveVariables, theme } from './theme.ts';

void registerWorker();

const nonce = document.querySelector<HTMLMetaElement>('meta[name=style-nonce]')?.content ?? '';
// For the style element that locks scrolling behind dialogs.
setNonce(nonce);

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 2_000,
      // A refusal (4xx) would be repeated; only other failures are retried.
      retry: (failures, error) => failures < 2 && !(error instanceof Refusal && error.status < 500),
    },
  },
});
createRoot(document.getElementById('app') as HTMLElement).render(
  <MantineProvider
    theme={theme}
    cssVariablesResolver={resolveVariables}
    defaultColorScheme="auto"
    getStyleNonce={() => nonce}
  >
    <LanguageProvider>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </LanguageProvider>
  </MantineProvider>,
);
