import { fields } from './fields';

export const session = {
  title: 'Ingresar',
  username: fields.username,
  email: fields.email,
  password: fields.password,
  enter: 'Ingresar',
  provider: 'Ingresar con la cuenta de la entidad',
  again: 'Ingrese de nuevo',
  ended: 'La sesión terminó. Lo que escribió sigue aquí.',
  changePassword: 'Cambiar contraseña',
  firstTitle: 'Elija su contraseña',
  firstHint: 'La contraseña con que ingresó era provisional. Elija una que solo usted conozca.',
  current: fields.current_password,
  fresh: fields.new_password,
  repeat: 'Repita la contraseña nueva',
  rule: 'Al menos 12 caracteres.',
  differs: 'Las dos contraseñas no son iguales.',
  short: 'Le faltan caracteres: necesita al menos 12.',
  change: 'Cambiar contraseña',
  changed: 'Contraseña cambiada. Las demás sesiones terminaron.',
};
