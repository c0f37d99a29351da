import { Skeleton, Text, UnstyledButton } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useFormat } from '../i18n/useFormat';
import { ErrorState } from '../ui/ErrorState';
import { AnchorLink } from '../ui/links';
import classes from './Board.module.css';
import { ChannelName } from './ChannelName';
import { DueBadge } from './DueBadge';
import { type Notification, type NotificationQuery, notificationsQuery, type State, states, useRegisterWords } from './register';

const perColumn = 20;
const isOpen = (s: State) => s === 'PENDIENTE' || s === 'EN_PROCESO';

type Props = {
  query: NotificationQuery;
  onOpen: (id: string, to?: State) => void;
};

/** A column for each state: in the open ones what is due first stands on top. Cards are dropped only where they may go. */
export function Board({ query, onOpen }: Props) {
  const [dragged, setDragged] = useState<Notification>();
  const board = useRef<HTMLDivElement>(null);
  const columns = useQueries({
    queries: states.map((estado) => notificationsQuery({ ...query, estado, orden: isOpen(estado) ? 'antiguas' : 'recientes', page_size: perColumn })),
  });
  const failed = columns.find((c) => c.isError && !c.data);
  if (failed) return <ErrorState error={failed.error} onRetry={() => columns.forEach((c) => void c.refetch())} />;

  /** Arrows lead to the cards around the one that has the focus. */
  const walk = (e: KeyboardEvent) => {
    const step = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[e.key];
    const all = [...(board.current?.querySelectorAll('section') ?? [])].map((s) => [...s.querySelectorAll('button')]);
    const column = all.findIndex((cards) => cards.includes(document.activeElement as HTMLButtonElement));
    if (!step || column < 0) return;
    e.preventDefault();
    const row = all[column].indexOf(document.activeElement as HTMLButtonElement);
    if (step[0] === 0) return all[column][row + step[1]]?.focus();
    for (let c = column + step[0]; all[c]; c += step[0]) if (all[c].length > 0) return all[c][Math.min(row, all[c].length - 1)].focus();
  };
  return (
    <div className={classes.board} ref={board} onKeyDown={walk}>
      {states.map((state, i) => (
        <Column key={state} state={state} list={columns[i].data} dragged={dragged} setDragged={setDragged} onOpen={onOpen} />
      ))}
    </div>
  );
}

type ColumnProps = {
  state: State;
  list: { items: Notification[]; total: number } | undefined;
  dragged: Notification | undefined;
  setDragged: (n: Notification | undefined) => void;
  onOpen: Props['onOpen'];
};

function Column({ state, list, dragged, setDragged, onOpen }: ColumnProps) {
  const words = useRegisterWords();
  const { number } = useFormat();
  const change = dragged?.cambios.find((c) => c.a === state);
  return (
    <section
      className={classes.column}
      aria-label={words[state]}
      data-drop={change && (change.permitido ? 'yes' : 'no')}
      onDragOver={(e) => change?.permitido && e.preventDefault()}
      onDrop={() => dragged && change?.permitido && onOpen(dragged.id, state)}
    >
      <div className={classes.head}>
        <span>{words[state]}</span>
        <Text component="span" size="sm" c="dimmed">
          {list && number(list.total)}
        </Text>
      </div>
      {change && <div className={classes.why}>{change.permitido ? words.dropHere(words[state]) : change.motivo}</div>}
      {list === undefined && [0, 1, 2].map((i) => <Skeleton key={i} height={74} />)}
      {list?.total === 0 && !change && (
        <Text size="sm" c="dimmed">
          {words.emptyColumn}
        </Text>
      )}
      <ul className={classes.cards}>
        {list?.items.map((n) => (
          <li key={n.id}>
            <Card notification={n} onOpen={() => onOpen(n.id)} setDragged={setDragged} />
          </li>
        ))}
      </ul>
      {list && list.total > list.items.length && (
        <AnchorLink to="/notificaciones" search={{ vista: 'tabla', estado: state }} size="xs">
          {words.more(number(list.total - list.items.length))}
        </AnchorLink>
      )}
    </section>
  );
}

function Card({ notification: n, onOpen, setDragged }: { notification: Notification; onOpen: () => void; setDragged: (n: Notification | undefined) => void }) {
  const { radicado } = useFormat();
  return (
    <UnstyledButton
      className={classes.card}
      data-overdue={n.vencida || undefined}
      draggable
      onDragStart={(e) => {
        e.dataTransfer.setData('text/plain', n.id);
        setDragged(n);
      }}
      onDragEnd={() => setDragged(undefined)}
      onClick={onOpen}
    >
      <div className={classes.name}>{n.nombre_sujeto}</div>
      <div className={classes.line}>{radicado(n.radicado)}</div>
      <div className={classes.line}>
        <ChannelName channel={n.canal} />
      </div>
      <DueBadge notification={n} narrow />
    </UnstyledButton>
  );
}
