import { MantineProvider, mergeThemeOverrides } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { ui as en } from '../i18n/en/ui';
import { ui as es } from '../i18n/es/ui';
import { useWords } from '../i18n/language';
import { cssVariables, theme } from './theme';

/** The looks of the console, and the words that its components have of themselves. */
export function Themed({ nonce, children }: { nonce: string; children: ReactNode }) {
  const words = useWords({ es, en });
  const worded = useMemo(() => {
    const close = { 'aria-label': words.close };
    return mergeThemeOverrides(theme, {
      components: { ModalCloseButton: { defaultProps: close }, Notification: { defaultProps: { closeButtonProps: close } } },
    });
  }, [words]);
  return (
    <MantineProvider theme={worded} cssVariablesResolver={cssVariables} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      {children}
    </MantineProvider>
  );
}
