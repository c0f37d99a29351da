import classes from './Clamped.module.css';

/** Text that is cut after one line or two, and whole as a title; a dash where there is none. */
export const Clamped = ({ text, lines = 1, className = '' }: { text: string; lines?: 1 | 2; className?: string }) => (
  <div title={text} data-lines={lines} className={`${classes.clamped} ${className}`}>
    {text || '—'}
  </div>
);
