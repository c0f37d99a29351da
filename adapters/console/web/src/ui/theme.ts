import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

// The shades that text is written in have a contrast of 4.5 and more on what
// they stand on, in both themes: axe-core holds that.
const colours = ['indigo', 'teal', 'yellow', 'orange', 'red', 'gray', 'grape', 'cyan', 'green', 'blue'];

export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 7, dark: 7 },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "Cascadia Mono", "DejaVu Sans Mono", monospace',
  defaultRadius: 'sm',
  respectReducedMotion: true,
  cursorType: 'pointer',
  headings: { fontWeight: '600', sizes: { h1: { fontSize: '1.35rem' }, h2: { fontSize: '1.15rem' }, h3: { fontSize: '1rem' } } },
  components: {
    Badge: { defaultProps: { tt: 'none', fw: 500 } },
    Button: { defaultProps: { size: 'sm' } },
    Table: { defaultProps: { verticalSpacing: 6, fz: 'sm' } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true, withinPortal: false, floatingStrategy: 'fixed' } },
    // What opens stays among the landmarks and within its dialog; the focus goes to the first item of a menu.
    Menu: { defaultProps: { withinPortal: false, withInitialFocusPlaceholder: false } },
    Select: { defaultProps: { comboboxProps: { withinPortal: false, floatingStrategy: 'fixed' } } },
    Modal: { defaultProps: { centered: true } },
    ModalHeader: { defaultProps: { role: 'presentation' } }, // it is the head of a dialog, not of the page
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Cerrar' } } },
    TextInput: { defaultProps: { size: 'sm' } },
  },
});

export const cssVariables: CSSVariablesResolver = (t) => {
  const shade = (colour: string, i: number) => (t.colors[colour] as MantineColorsTuple)[i];
  // White letters stand on it, in both themes.
  const red = { '--mantine-color-red-filled': shade('red', 9), '--mantine-color-red-filled-hover': `color-mix(in srgb, ${shade('red', 9)} 88%, black)` };
  return {
    variables: {},
    light: {
      ...red,
      '--mantine-color-dimmed': t.colors.gray[7],
      '--mantine-color-placeholder': t.colors.gray[6],
      '--mantine-color-error': t.colors.red[9],
      '--mantine-color-anchor': t.colors.indigo[8],
      ...Object.fromEntries(
        colours.map((c) => [`--mantine-color-${c}-light-color`, `color-mix(in srgb, ${shade(c, 9)} ${['yellow', 'orange'].includes(c) ? 62 : 82}%, black)`]),
      ),
      // What is the same, partly the same, different; doubtful and sure.
      '--cotejo-same': t.colors.teal[9],
      '--cotejo-same-back': t.colors.teal[0],
      '--cotejo-partly': `color-mix(in srgb, ${t.colors.yellow[9]} 70%, black)`,
      '--cotejo-partly-back': t.colors.yellow[1],
      '--cotejo-different': t.colors.red[9],
      '--cotejo-different-back': t.colors.red[0],
      '--cotejo-page': t.colors.gray[0],
      '--cotejo-line': t.colors.gray[3],
    },
    dark: {
      ...red,
      '--mantine-color-dimmed': t.colors.dark[1],
      '--mantine-color-placeholder': t.colors.dark[2],
      '--mantine-color-error': t.colors.red[4],
      '--mantine-color-anchor': t.colors.indigo[3],
      ...Object.fromEntries(colours.map((c) => [`--mantine-color-${c}-light-color`, shade(c, 2)])),
      '--cotejo-same': t.colors.teal[3],
      '--cotejo-same-back': `color-mix(in srgb, ${t.colors.teal[9]} 35%, transparent)`,
      '--cotejo-partly': t.colors.yellow[3],
      '--cotejo-partly-back': `color-mix(in srgb, ${t.colors.yellow[9]} 24%, transparent)`,
      '--cotejo-different': t.colors.red[3],
      '--cotejo-different-back': `color-mix(in srgb, ${t.colors.red[9]} 35%, transparent)`,
      '--cotejo-page': t.colors.dark[8],
      '--cotejo-line': t.colors.dark[4],
    },
  };
};
