import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';

export type Language = 'es' | 'en';
/** The words of an area in both languages; the Spanish ones are the type. */
export type Words<T> = Record<Language, T>;

const stored = 'cotejo-language';
const Context = createContext<{ language: Language; setLanguage: (l: Language) => void }>({ language: 'es', setLanguage: () => {} });

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState<Language>(() => (localStorage.getItem(stored) === 'en' ? 'en' : 'es'));
  useEffect(() => {
    localStorage.setItem(stored, language);
    document.documentElement.lang = language;
  }, [language]);
  const value = useMemo(() => ({ language, setLanguage }), [language]);
  return <Context value={value}>{children}</Context>;
}

export const useLanguage = () => useContext(Context);

/** The words of an area in the language that the clerk chose. */
export const useWords = <T,>(words: Words<T>): T => words[useContext(Context).language];
