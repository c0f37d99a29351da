import type { session as es } from '../es/session';
import { fields } from './fields';

export const session: typeof es = {
  title: 'Log in',
  username: fields.username,
  email: fields.email,
  password: fields.password,
  enter: 'Log in',
  provider: 'Log in with your organisation’s account',
  again: 'Log in again',
  ended: 'The session ended. What you typed is still here.',
  changePassword: 'Change password',
  firstTitle: 'Choose your password',
  firstHint: 'The password you logged in with was temporary. Choose one that only you know.',
  current: fields.current_password,
  fresh: fields.new_password,
  repeat: 'New password again',
  rule: 'At least 12 characters.',
  differs: 'The two passwords differ.',
  short: 'Too short: it needs at least 12 characters.',
  change: 'Change password',
  changed: 'Password changed. All other sessions have ended.',
};
