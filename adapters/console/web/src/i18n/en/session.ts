import type { session as es } from '../es/session';

export const session: typeof es = {
  title: 'Log in',
  username: 'Username',
  email: 'E-mail',
  password: 'Password',
  enter: 'Log in',
  provider: 'Log in with your organisation’s account',
  again: 'Log in again',
  ended: 'The session ended. What you typed is still here.',
  changePassword: 'Change password',
  firstTitle: 'Choose your password',
  firstHint: 'The password you logged in with was temporary. Choose one that only you know.',
  current: 'Current password',
  fresh: 'New password',
  repeat: 'New password again',
  rule: 'At least 12 characters.',
  differs: 'The two passwords differ.',
  short: 'Too short: it needs at least 12 characters.',
  change: 'Change password',
  changed: 'Password changed. All other sessions have ended.',
};
