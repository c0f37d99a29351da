import { useEffect, useRef } from 'react';
import { review as en } from '../i18n/en/review';
import { review as es } from '../i18n/es/review';
import { useWords } from '../i18n/language';
import { pageImage } from './document';
import classes from './Thumbnails.module.css';

/** The pages, small; each is drawn when it comes into sight. */
export function Thumbnails({ id, pages, page, onPage }: { id: string; pages: number; page: number; onPage: (page: number) => void }) {
  const words = useWords({ es, en });
  const list = useRef<HTMLElement>(null);
  useEffect(() => void list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' }), [page]);
  return (
    <nav ref={list} className={classes.list} aria-label={words.pages}>
      {Array.from({ length: pages }, (_, i) => i + 1).map((n) => (
        <button
          key={n}
          type="button"
          className={classes.page}
          aria-current={n === page ? 'page' : undefined}
          aria-label={words.page(n, pages)}
          onClick={() => onPage(n)}
        >
          <img src={pageImage(id, n, 36, false)} alt="" loading="lazy" className={classes.image} />
          {n}
        </button>
      ))}
    </nav>
  );
}
