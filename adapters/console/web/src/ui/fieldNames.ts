import type { fields } from '../i18n/es/fields';

type Labels = typeof fields;

const labelOf = (name: string, labels: Labels): string | undefined => (Object.hasOwn(labels, name) ? labels[name as keyof Labels] : undefined);

/** What the field at a place of a request, as "body.weights.pattern", is called; undefined for what no form has. */
export const placeName = (location: string, labels: Labels): string | undefined =>
  labelOf(
    location
      .replace(/\[\d+\]$/, '')
      .split('.')
      .at(-1) ?? '',
    labels,
  );

/** A sentence of the service with the labels of fields instead of their keys. */
export const withLabels = (sentence: string, labels: Labels): string =>
  sentence.replace(/«([a-z_]+)»|\b[a-z]+(?:_[a-z]+)+\b/g, (as, quoted?: string) => {
    const label = labelOf(quoted ?? as, labels);
    return label ? `«${label}»` : as;
  });
