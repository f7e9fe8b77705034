import { readFileSync } from 'node:fs'
import purify from 'dompurify'
import { afterEach, expect, test } from 'vitest'
import { richHtmlCleaner } from '../client/rich-html.ts'
import { openScreen, type Screen } from '../testing.tsx'
import { RichText } from './rich-text.tsx'

let screen: Screen | undefined
afterEach(() => {
  screen?.close()
  screen = undefined
})

const overScreen = 'position:fixed;inset:0;z-index:2147483647;background:#fff'
const trap = `<a href="https://evil.example/login" style="${overScreen}">会话已过期，请重新登录</a>`

async function shown(html: string, isUntrusted: boolean) {
  screen = await openScreen(<RichText html={html} isUntrusted={isUntrusted} />, '/x', [])
  await screen.sees('会话已过期')
  const text = document.querySelector('.kp-rich-text')
  if (!text) throw new Error('nothing is shown')
  return text
}

test('what a candidate wrote leads nowhere and covers nothing', async () => {
  const text = await shown(`<p class="ant-modal-root" style="${overScreen}">甲</p>${trap}`, true)
  expect(text.textContent).toBe('甲会话已过期，请重新登录')
  expect(text.querySelectorAll('a, [style], [class], [href]')).toHaveLength(0)
})

test('a link of an author opens a page of its own and tells it nothing', async () => {
  const text = await shown(trap, false)
  const [link] = text.querySelectorAll('a')
  expect(link?.getAttributeNames().sort()).toEqual(['href', 'rel', 'target'])
  expect(link?.rel).toBe('noopener noreferrer')
  expect(link?.target).toBe('_blank')
})

test('code of a text is read with a choice of themes, what stands around it as before', async () => {
  screen = await openScreen(
    <RichText html={'<p>前</p><pre><code class="language-sql">select 1</code></pre><p>后</p>'} />,
    '/x',
    [],
  )
  await screen.sees('主题')
  expect(document.querySelector('.kp-source-light pre')?.textContent?.trim()).toBe('select 1')
  expect([...document.querySelectorAll('.kp-rich-text p')].map(({ textContent }) => textContent)).toEqual(['前', '后'])
})

test('the frame of a text lets nothing out', () => {
  const rule = /\.kp-rich-text \{[^}]*\}/.exec(readFileSync('kit/web/styles.css', 'utf8'))?.[0]
  expect(rule).toMatch(/contain: paint/)
  expect(rule).toMatch(/isolation: isolate/)
})

const clean = richHtmlCleaner(purify, { hasLinks: true })
test.each([
  ['<span style="color: #d92d20; position: fixed">红</span>', '<span style="color: #d92d20">红</span>'],
  ['<span style="color:rgb(1, 2, 3)">红</span>', '<span style="color: rgb(1, 2, 3)">红</span>'],
  ['<span style="color:url(https://evil.example)">红</span>', '<span>红</span>'],
  ['<p style="color:#fff">白</p>', '<p>白</p>'],
  ['<pre><code class="language-python ant-btn">x</code></pre>', '<pre><code>x</code></pre>'],
  ['<pre><code class="language-python">x</code></pre>', '<pre><code class="language-python">x</code></pre>'],
  ['<img src="/files/abc-D.e" alt="图" width="99999" onerror="x()">', '<img src="/files/abc-D.e" alt="图">'],
  ['<img src="https://evil.example/a.png" alt="图">', '<img alt="图">'],
  ['<img src="/api/v1/staff/logout">', '<img>'],
  ['<a href="javascript:alert(1)">点</a>', '<a>点</a>'],
  ['<a href="//evil.example">点</a>', '<a>点</a>'],
  ['<math href="https://evil.example"><mi xlink:href="https://evil.example">x</mi></math>', '<math><mi>x</mi></math>'],
  ['<svg><a xlink:href="https://evil.example">点</a></svg>', ''],
  ['<form action="https://evil.example"><input><button>登录</button></form>', '登录'],
  ['<video src="https://evil.example/a.mp4" autoplay></video><iframe src="https://evil.example"></iframe>', ''],
  ['<p id="root" name="x" tabindex="0" role="dialog" aria-modal="true" data-x="1">甲</p>', '<p>甲</p>'],
])('%s is shown as %s', (html, expected) => {
  expect(clean(html)).toBe(expected)
})
