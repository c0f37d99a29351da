// Attacks by markup, some 2,900: every tag that can carry a handler with handlers
// that run by themselves or at a touch, addresses that are scripts, ways to break out
// of attributes, scripts and styles, and what has confused sanitisers. Each calls
// cotejoHit, which no page may do.
const call = 'cotejoHit()';

const tags = ['a', 'abbr', 'article', 'audio', 'b', 'body', 'button', 'canvas', 'details', 'dialog', 'div', 'embed', 'form', 'frameset', 'h1', 'iframe', 'image', 'img', 'input', 'keygen',
  'link', 'marquee', 'math', 'meter', 'object', 'p', 'select', 'style', 'svg', 'table', 'template', 'textarea', 'title', 'video', 'xss'];
const handlers = ['onload', 'onerror', 'onfocus', 'onblur', 'onmouseover', 'onclick', 'ontoggle', 'onbegin', 'onstart', 'onanimationstart', 'onpointerenter', 'onscroll', 'oncanplay', 'onbeforetoggle', 'onhashchange', 'onpageshow'];

const handled = tags.flatMap((tag) =>
  handlers.flatMap((on) => [
    `<${tag} ${on}=${call}>`,
    `<${tag.toUpperCase()}/${on}="${call}" autofocus tabindex=1 open src=x>`,
    `"><${tag} src=x ${on}='${call}'//`,
    `'-->"</script></style></textarea></title><${tag}\t${on}\n=\n${call}\nstyle=animation-name:x>`,
    `<svg><${tag} ${on}=&#99;otejoHit&lpar;&rpar;></svg>`,
  ]),
);

const schemes = ['javascript:', 'JaVaScRiPt:', 'java\tscript:', '&#106;avascript:', 'javascript&colon;', ' javascript:', 'data:text/html,<script>', 'data:image/svg+xml,<svg onload=', 'vbscript:'];
const carriers = ['<a href="%">x</a>', '<iframe src="%">', '<form action="%"><input type=submit>', '<object data="%">', '<embed src="%">', '<base href="%">', '<meta http-equiv=refresh content="0;url=%">',
  '<svg><a xlink:href="%"><text>x</text></a></svg>', '<math href="%">x</math>', '<link rel=import href="%">', '<img src="%">', '[x](%)', '%'];
const addressed = schemes.flatMap((scheme) => carriers.map((carrier) => carrier.replace('%', scheme + call)));

const odd = [
  `<script>${call}</script>`, `<script src=data:,${call}></script>`, `<scr<script>ipt>${call}</scr</script>ipt>`, `<script\x0c>${call}</script\x0c>`, `<!--><script>${call}</script>`, `<![CDATA[<script>${call}</script>]]>`,
  `<noscript><p title="</noscript><img src=x onerror=${call}>">`, `<math><mtext><table><mglyph><style><img src=x onerror=${call}>`, `<svg><style><img src=x onerror=${call}></style>`,
  `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${call}>`, `<template><script>${call}</script></template>`, `<svg><foreignObject><img src=x onerror=${call}></foreignObject></svg>`,
  `{{constructor.constructor('${call}')()}}`, `\${${call}}`, `<%= ${call} %>`, `#{${call}}`, `{{7*7}}`, `{"__proto__":{"x":1}}`, `';${call};//`, `";${call};//`, `\\';${call};//`, `</script><script>${call}</script>`,
  `<div style="background:url(javascript:${call})">`, `<div style="width:expression(${call})">`, `<style>@import 'javascript:${call}';</style>`, `<link rel=stylesheet href=javascript:${call}>`,
  `\u003cimg src=x onerror=${call}\u003e`, `＜img src=x onerror=${call}＞`, `%3Cimg%20src=x%20onerror=${call}%3E`, `&lt;img src=x onerror=${call}&gt;`, `&#x3C;img src=x onerror=${call}&#x3E;`,
  `<img src=x onerror\u00a0=${call}>`, `<img/src="x"/onerror="${call}">`, `<img src="x\`\`\`onerror=${call}">`, `<a\u2028href=javascript:${call}>x</a>`, `=HYPERLINK("javascript:${call}")`, `=cmd|' /C calc'!A0`,
  '\u202e<b>evitcelfer</b>', '\u200b<\u200bimg src=x>', 'Ω≈ç√∫˜µ≤≥÷', '田中さんにあげて下さい', '👩‍👩‍👧‍👦 🏳️‍🌈', 'ــتــاريــخ', 'Z̮̞̠͙͔ͅḀ̗̞͈̻̗Ḷ͙͎̯̹̞͓G̻O̭̗̮', "O'Connor & Söhne <ltda.>", 'a < b > c', '<<<>>>', '&amp;&amp;', '100 % seguro',
];

export const payloads = [...odd, ...addressed, ...handled];
