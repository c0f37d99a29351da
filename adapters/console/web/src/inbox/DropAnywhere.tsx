import { IconFileUpload } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import classes from './DropAnywhere.module.css';

/** Takes files that are dropped anywhere on the page. */
export function DropAnywhere({ text, onFiles }: { text: string; onFiles: (files: File[]) => void }) {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const hasFiles = (e: DragEvent) => e.dataTransfer?.types.includes('Files') ?? false;
    const drag = (e: DragEvent) => {
      if (!hasFiles(e)) return;
      e.preventDefault();
      setOver(true);
    };
    const leave = (e: DragEvent) => e.relatedTarget === null && setOver(false);
    const drop = (e: DragEvent) => {
      if (!hasFiles(e)) return;
      e.preventDefault();
      setOver(false);
      onFiles([...(e.dataTransfer?.files ?? [])]);
    };
    window.addEventListener('dragover', drag);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', drag);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, [onFiles]);
  if (!over) return null;
  return (
    <div className={classes.over}>
      <IconFileUpload size={48} aria-hidden />
      {text}
    </div>
  );
}
