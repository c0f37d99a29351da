import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { contentQuery } from '../api/document';
import { pairs as en } from '../i18n/en/pairs';
import { pairs as es } from '../i18n/es/pairs';
import { useWords } from '../i18n/language';
import { useFormat } from '../i18n/useFormat';
import { useUsername } from '../session/session';
import { useKinds } from '../ui/kinds';
import classes from './compare.module.css';
import { bestPages, stretchesOf } from './marks';
import { useIdentities } from './identities';
import type { Comparison, Summary } from './pairs';
import { PaperPage } from './Paper';
import { stepsOf } from './sum';

/** A comparison on paper, for the file of the case. */
export function PrintSheet({ comparison: c }: { comparison: Comparison }) {
  const words = useWords({ es, en });
  const { moment, percent, number, cedula, radicado } = useFormat();
  const kinds = useKinds();
  const user = useUsername();
  const [earlier, later] = c.later_id === c.left.id ? [c.right, c.left] : [c.left, c.right];
  const f = words.fields;
  const rows: [string, (d: Summary) => string][] = [
    [f.file, (d) => d.file_name],
    [f.kind, (d) => kinds.name(d.document_type)],
    [f.received, (d) => moment(d.arrived_at)],
    [f.plaintiff, (d) => d.demandante],
    [f.cedula, (d) => cedula(d.cedula)],
    [f.defendant, (d) => d.demandado],
    [f.radicado, (d) => radicado(d.radicado)],
    [f.id, (d) => d.id],
  ];
  const identities = useIdentities(c.details);
  const { steps, changes } = stepsOf(c);
  const two = (x: number) => number(x, 2);
  return (
    <section className={classes.printOnly} aria-hidden>
      <h1>{words.printTitle}</h1>
      <p>{words.printed(moment(new Date().toISOString()), user)}</p>
      <table>
        <thead>
          <tr>
            <th>{words.field}</th>
            <th>{words.earlier}</th>
            <th>{words.later}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, value]) => (
            <tr key={name}>
              <th>{name}</th>
              <td>{value(earlier) || '—'}</td>
              <td>{value(later) || '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        <b>{words.decision}:</b>{' '}
        {c.decision ? words.decidedBy(words.verdicts[c.decision.decision], c.decision.decided_by, moment(c.decision.decided_at)) : words.undecided}
        {c.decision?.note && <> · «{c.decision.note}»</>}
      </p>
      <p>
        <b>{words.relationFound}:</b> {words.relations[c.relation]} · {words.similarity} {percent(c.similarity)} ({words.threshold(percent(c.threshold))})
        {c.aligned && <> · {words.sharedWords(percent(c.shared_words))}</>}
      </p>
      {identities.map(({ name, said, identity }) => (
        <div key={name}>
          <h2>
            {name}: {said}
          </h2>
          <table>
            <thead>
              <tr>
                <th>{words.reason}</th>
                <th>{words.inEarlier}</th>
                <th>{words.inLater}</th>
              </tr>
            </thead>
            <tbody>
              {identity.evidence.map((r) => (
                <tr key={r.code + r.text}>
                  <td>{r.text}</td>
                  <td>{(earlier === c.left ? r.left : r.right) || '—'}</td>
                  <td>{(earlier === c.left ? r.right : r.left) || '—'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ))}
      <h2>{words.sum}</h2>
      <p>
        {steps.map((s) => `${words[s.name]} ${two(s.weight)} × ${two(s.score)}`).join(' + ')} = {two(c.details.ensemble_score)}
        {changes.map((a) => `; ${a.reason}: ${two(a.from)} → ${two(a.to)}`).join('')}
      </p>
      <BestPages comparison={c} earlier={earlier.id} />
    </section>
  );
}

/** The pages of both that are most alike, side by side; the earlier document is the left. They are there before somebody prints. */
function BestPages({ comparison: c, earlier }: { comparison: Comparison; earlier: string }) {
  const words = useWords({ es, en });
  const { data: left } = useQuery(contentQuery(c.left.id));
  const { data: right } = useQuery(contentQuery(c.right.id));
  const marks = useMemo(() => ({ left: stretchesOf(c.passages, 'left'), right: stretchesOf(c.passages, 'right') }), [c.passages]);
  if (!left?.original_available || !right?.original_available) return null;
  const rows = bestPages(marks.left, left.page_details, right.page_details, 2);
  if (rows.length === 0) return null;
  const sides = [
    { document: left, side: 'left' as const },
    { document: right, side: 'right' as const },
  ].sort((a, b) => Number(b.document.id === earlier) - Number(a.document.id === earlier));
  return (
    <section className={classes.bestPages}>
      <h2>{words.bestPages}</h2>
      <p className={classes.legend}>
        <span>{words.equal}</span>
        <span>{words.changed}</span>
      </p>
      {rows.map((row) => (
        <div key={row.left.number} className={classes.pagesRow}>
          {sides.map(({ document: d, side }) => (
            <div key={side}>
              <p>
                {d.id === earlier ? words.earlier : words.later}: {d.file_name}, {words.pageOf(row[side].number, d.pages)}
              </p>
              <PaperPage document={d} page={row[side]} stretches={marks[side]} eager />
            </div>
          ))}
        </div>
      ))}
    </section>
  );
}

/** Prints the comparison, with its pages as soon as they have arrived. */
export async function printComparison() {
  await Promise.allSettled([...document.querySelectorAll<HTMLImageElement>(`.${classes.printOnly} img`)].map((image) => image.decode()));
  window.print();
}
