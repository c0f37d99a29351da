export const isImage = (file: { name: string }): boolean => /\.(jpe?g|png|tiff?)$/i.test(file.name);

/** Groups files by the document that they become: images together in the order of their names, others one by one. */
export function documents<F extends { name: string }>(files: F[]): F[][] {
  const images = files.filter(isImage).sort((a, b) => a.name.localeCompare(b.name, 'es', { numeric: true }));
  const others = files.filter((f) => !isImage(f)).map((f) => [f]);
  return images.length > 0 ? [...others, images] : others;
}
