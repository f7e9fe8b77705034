import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanAnswerHtml } from './clean-answer.ts'

const kept = '/files/keep/01890000-0000-7000-8000-000000000000'
const keep = (address: string) => (address === 'own' || address === kept ? kept : undefined)
const clean = (html: string) => cleanAnswerHtml(html, keep)

test.each([
  ['what the editor writes', '<p>见图 &amp; 1 &lt; 2</p><p></p><p>\u00a0缩进</p>'],
  ['its pictures', `<p>见图</p><p><img src="${kept}" alt="作答图片 1"></p>`],
])('%s stays as it is', (_what, html) => {
  expect(clean(html)).toBe(html)
})

test.each([
  [
    'a link over the whole screen',
    '<a href="https://evil.example/login" style="position:fixed;inset:0;z-index:2147483647">会话已过期</a>',
    '<p>会话已过期</p>',
  ],
  ['classes and styles', '<p class="ant-modal" style="position:fixed" id="x">甲</p>', '<p>甲</p>'],
  ['scripts with their words', '甲<script>alert(1)</script><svg onload=alert(1)><style>p{}</style></svg>乙', '<p>甲乙</p>'],
  ['forms', '<form action="https://evil.example"><input name="p"><button>登录</button></form>', '<p>登录</p>'],
  ['frames', '<iframe src="https://evil.example"></iframe>甲', '<p>甲</p>'],
  ['pictures from elsewhere', '<img src="https://evil.example/a.png" onerror="x()">甲', '<p>甲</p>'],
  ['handlers of an own picture', "<IMG onload=x() SRC=own ALT='a\"b' width=9>", `<p><img src="${kept}" alt="a&quot;b"></p>`],
  ['a second address', '<img src="own" src="evil">', `<p><img src="${kept}"></p>`],
  ['comments', '甲<!-- <b>乙</b> --><![CDATA[丙]]>丁', '<p>甲丁</p>'],
  ['a tag that never ends', '甲<a href="x', '<p>甲</p>'],
  ['what is no tag', '1 < 2 && 3 > 2', '<p>1 &lt; 2 &amp;&amp; 3 &gt; 2</p>'],
  ['lists and tables, line by line', '<ul><li>甲</li><li>乙</li></ul>丙<br>丁', '<p>甲</p><p>乙</p><p>丙</p><p>丁</p>'],
  ['words around a picture', '<p>甲<img src="own">乙</p>', `<p>甲</p><p><img src="${kept}"></p><p>乙</p>`],
])('%s: nothing but words and own pictures is left', (_what, html, expected) => {
  expect(clean(html)).toBe(expected)
})

test('what was cleaned once is clean, and holds no tag but paragraphs and pictures', () => {
  const scrap = fc.constantFrom(
    '<p>',
    '</p>',
    '<b>',
    '<img src="own" alt="',
    '">',
    "'",
    '<',
    '>',
    '&',
    '&lt;',
    '<br>',
    '<!--',
    '-->',
    '<script>',
    '</script>',
    '甲',
    ' ',
    '\n',
    '<a href=x>',
    '\ud83d',
    '<div',
  )
  fc.assert(
    fc.property(fc.array(scrap, { maxLength: 20 }), (scraps) => {
      const once = clean(scraps.join(''))
      expect(clean(once)).toBe(once)
      expect(once.replace(/<\/?p>|<img src="\/files\/keep\/[0-9a-f-]{36}"(?: alt="[^"<>]*")?>/g, '')).not.toMatch(/[<>]/)
    }),
  )
})

test.each([
  ['tags within tags', '<i>'.repeat(60_000)],
  ['tags that never end', '<a '.repeat(60_000)],
  ['quotes that never end', '<a "'.repeat(50_000)],
  ['attributes without values', `<img ${'a'.repeat(190_000)}>`],
  ['attributes in a row', `<img ${'a '.repeat(90_000)}>`],
  ['signs of equality', `<img ${'a = '.repeat(50_000)}>`],
  ['comments', '<!--'.repeat(50_000)],
  ['ampersands', '&'.repeat(200_000)],
  ['angles', '<'.repeat(200_000)],
])('%s, as long as an answer may be, cost no more than their length', (_what, html) => {
  // Steps, not time: a reading that tries again and again would not end within the test's limit.
  expect(clean(html).length).toBeLessThan(6 * html.length)
})
