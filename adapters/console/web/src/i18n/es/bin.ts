export const bin = {
  deletedBy: 'Borrado por',
  deletedAt: 'Borrado el',
  keptUntil: 'Se conserva hasta',
  divided: 'Se conserva: dividido en escritos',
  restore: 'Restaurar',
  restoreOne: (name: string) => `Restaurar ${name}`,
  restored: (name: string) => `Restaurado: ${name}`,
  notRestored: 'No se pudo restaurar',
  erase: 'Eliminar definitivamente',
  eraseOne: (name: string) => `Eliminar definitivamente ${name}`,
  eraseHint:
    'Se eliminan sus datos, el archivo original y lo que se decidió sobre sus duplicados, y no se puede deshacer. En la base de datos queda el registro de quién cambió qué, con los valores de antes y después; desde la consola ya no se puede consultar.',
  erased: (name: string) => `Eliminado: ${name}`,
  notErased: 'No se pudo eliminar',
  cancel: 'Cancelar',
};
