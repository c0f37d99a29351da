// Finds the sections that have most words of the query; headings count more. Accents and case do not matter.
(() => {
  const plain = (s) => s.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const root = document.body.dataset.root;
  const sections = searchIndex.map((s) => ({ ...s, head: plain(s.p + ' ' + s.h), body: plain(s.t) }));
  const query = document.getElementById('query');
  const found = document.getElementById('found');
  const menu = document.getElementById('menu');

  const count = (text, word) => text.split(word).length - 1;
  const score = (s, words) => {
    let [found, sum] = [0, 0];
    for (const w of words) {
      const n = 5 * count(s.head, w) + count(s.body, w);
      if (n > 0) found++;
      sum += Math.log1p(n);
    }
    return [found, sum];
  };
  const excerpt = (s, word) => {
    const at = Math.max(0, s.body.indexOf(word) - 40);
    return (at > 0 ? '… ' : '') + s.t.slice(at, at + 140) + (s.t.length > at + 140 ? ' …' : '');
  };

  const search = () => {
    const words = plain(query.value).split(/\s+/).filter((w) => w.length > 1);
    found.hidden = words.length === 0;
    menu.hidden = words.length > 0;
    const scored = sections.map((s) => [...score(s, words), s]).sort((a, b) => b[0] - a[0] || b[1] - a[1]);
    found.replaceChildren(
      ...scored
        .filter(([n]) => n > 0 && n === scored[0][0])
        .slice(0, 12)
        .map(([, , s]) => {
          const li = document.createElement('li');
          const a = document.createElement('a');
          a.href = root + s.u;
          a.textContent = s.h && s.h !== s.p ? s.p + ' › ' + s.h : s.p;
          const small = document.createElement('small');
          small.textContent = excerpt(s, words.find((w) => s.body.includes(w)) ?? '');
          li.append(a, small);
          return li;
        }),
    );
    if (words.length && !found.children.length) found.textContent = document.documentElement.lang === 'es' ? 'Nada.' : 'Nothing.';
  };
  query.addEventListener('input', search);
  query.value = new URLSearchParams(location.search).get('q') ?? '';
  search();
})();
