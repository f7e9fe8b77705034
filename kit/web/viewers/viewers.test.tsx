import { act, type ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { openScreen, type Screen } from '../testing.tsx'
import ArticlePreview from './article-preview.tsx'
import { linesOf, tokensOf } from './code-tokens.ts'
import CodeViewer from './code-viewer.tsx'
import DocumentViewer from './document-viewer.tsx'
import FileViewer from './file-viewer.tsx'
import MediaPlayer from './media-player.tsx'
import { pageInMiddle } from './use-pages.ts'

vi.setConfig({ testTimeout: 60_000 })

let screen: Screen | undefined
afterEach(() => {
  screen?.close()
  screen = undefined
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
const open = async (page: ReactNode) => {
  screen = await openScreen(page, '/x', [])
  return screen
}
const named = (label: string) => document.querySelector<HTMLButtonElement>(`[aria-label="${label}"]`)

test.each([
  [[0, 820, 1640], 410, 1],
  [[-409, 411, 1231], 410, 1],
  [[-411, 409, 1229], 410, 2],
  [[-99_999, -50, -10], 410, 3],
  [[], 410, 1],
])('of pages that begin at %j the one in the middle (%d px) is page %d', (tops, middle, page) => {
  expect(pageInMiddle(tops, middle)).toBe(page)
})

test('a document of pages goes back and forth between the first and the last', async () => {
  const { sees } = await open(<DocumentViewer name="大纲.pptx" pages={['/1.png', '/2.png']} />)
  await sees('共 2 页')
  expect(named('上一页')?.disabled).toBe(true)
  await act(async () => named('下一页')?.click())
  expect(named('页码')?.getAttribute('aria-valuenow')).toBe('2')
  expect(named('下一页')?.disabled).toBe(true)
  expect(named('上一页')?.disabled).toBe(false)
})

test('of small pages the first and the last are where the part begins and ends; one that was asked for stays', async () => {
  const { sees } = await open(<DocumentViewer name="大纲.pptx" pages={[1, 2, 3, 4, 5, 6].map((number) => `/${number}.png`)} />)
  await sees('共 6 页')
  const part = document.querySelector('[data-page]')?.parentElement
  if (!part) throw new Error('no pages')
  let scrollTop = 0
  const [pageHeight, clientHeight, scrollHeight] = [200, 500, 1200]
  Object.defineProperties(part, {
    ...{ clientHeight: { value: clientHeight }, scrollHeight: { value: scrollHeight } },
    scrollTop: {
      get: () => scrollTop,
      set: (wanted: number) => {
        scrollTop = Math.min(Math.max(0, wanted), scrollHeight - clientHeight)
      },
    },
  })
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const place = this.getAttribute('data-page')
    return place === null
      ? new DOMRect(0, 0, 300, clientHeight)
      : new DOMRect(0, Number(place) * pageHeight - scrollTop, 300, pageHeight)
  })
  const shownAt = async (wanted: number) => {
    part.scrollTop = wanted
    await act(async () => void part.dispatchEvent(new Event('scroll', { bubbles: true })))
    return named('页码')?.getAttribute('aria-valuenow')
  }
  expect([await shownAt(300), await shownAt(0), await shownAt(700)]).toEqual(['3', '1', '6'])
  expect(named('下一页')?.disabled).toBe(true)
  await act(async () => named('上一页')?.click())
  expect(await shownAt(scrollTop)).toBe('5')
})

test('an office file without a converted one is offered for download', async () => {
  const { sees } = await open(<DocumentViewer name="大纲.docx" fileUrl="/files/1" />)
  await sees('“大纲.docx”转换后才能在线预览，请先下载查看')
  await sees('下载文件')
})

test('a PDF is shown by the browser, and a failed one can be tried again', async () => {
  URL.createObjectURL = () => 'blob:made'
  URL.revokeObjectURL = () => undefined
  const { click, sees, show } = await open(<p>稍等</p>)
  vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }))
  await show(<DocumentViewer name="大纲.pdf" fileUrl="/files/2" />)
  await sees('加载失败')
  vi.stubGlobal('fetch', async () => new Response('%PDF-1.4'))
  await click('重试')
  await sees('下载文件')
  expect(document.querySelector('iframe')?.getAttribute('src')).toBe('blob:made#view=FitH&navpanes=0')
})

test('a browser without a viewer of PDFs offers the file', async () => {
  vi.stubGlobal('navigator', { ...navigator, pdfViewerEnabled: false })
  const { sees } = await open(<DocumentViewer name="大纲.pdf" fileUrl="/files/2" />)
  await sees('当前浏览器不能在线预览“大纲.pdf”，请下载后查看')
  expect(document.querySelector('iframe')).toBeNull()
})

test('an article has pictures for types 1 and 2, and videos with controls for type 3', async () => {
  const { sees } = await open(
    <ArticlePreview
      title="灭火器的使用"
      time="2026-11-01T00:00:00Z"
      contentList={[
        { id: '1', type: 1, fenmianImgPath: '/a.png', content: '<p>先拔保险销<script>alert(1)</script></p>' },
        { id: '2', type: 2, fenmianImgPath: '/b.png' },
        { id: '3', type: 3, fenmianImgPath: '/c.png', url: '/v.mp4' },
      ]}
    />,
  )
  await sees('先拔保险销')
  expect([...document.querySelectorAll('.kp-article img')].map((image) => image.getAttribute('src'))).toEqual([
    '/a.png',
    '/b.png',
  ])
  const video = document.querySelector('video')
  expect([video?.controls, video?.getAttribute('poster')]).toEqual([true, '/c.png'])
  expect(document.querySelector('script')).toBeNull()
})

test('media begins where it was left and says when it cannot be played', async () => {
  const onProgress = vi.fn()
  const { sees } = await open(<MediaPlayer url="/v.mp4" name="课程视频" startSeconds={30} onProgress={onProgress} />)
  const video = document.querySelector('video')
  if (!video) throw new Error('no video')
  Object.defineProperty(video, 'duration', { value: 120 })
  await act(async () => void video.dispatchEvent(new Event('loadedmetadata')))
  expect(video.currentTime).toBe(30)
  await act(async () => void video.dispatchEvent(new Event('timeupdate')))
  await act(async () => void video.dispatchEvent(new Event('timeupdate')))
  expect(onProgress.mock.calls).toEqual([[30, 120]])
  await act(async () => void video.dispatchEvent(new Event('error')))
  await sees('此视频暂无法播放，请稍后再试')
})

test('keys of a player; fields and the browser keep theirs', async () => {
  await open(<MediaPlayer url="/v.mp4" name="课程视频" />)
  const media = document.querySelector('video')
  const part = document.querySelector('.kp-media')
  if (!media || !part) throw new Error('no player')
  Object.defineProperty(media, 'duration', { value: 120 })
  const play = vi.spyOn(media, 'play').mockResolvedValue()
  const press = (key: string, target: Element = part, more = {}) =>
    act(async () => void target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })))
  media.currentTime = 3
  await act(async () => void media.dispatchEvent(new Event('timeupdate')))
  await press('ArrowLeft')
  expect(media.currentTime).toBe(0)
  await act(async () => void media.dispatchEvent(new Event('timeupdate')))
  await press('ArrowRight', media)
  await press('ArrowRight', part, { ctrlKey: true })
  expect(media.currentTime).toBe(0)
  await press('ArrowRight')
  expect(media.currentTime).toBe(5)
  await press(' ')
  expect(play).toHaveBeenCalled()
  await press('ArrowDown')
  expect(media.volume).toBeCloseTo(0.9)
})

test('the rates are 0.5, 1, 1.5 and 2', async () => {
  const { sees } = await open(<MediaPlayer url="/a.mp3" name="录音" kind="audio" />)
  await sees('1x')
  expect(document.querySelector('audio')).not.toBeNull()
  await act(async () => void document.querySelector('.ant-select')?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true })))
  const options = [...document.querySelectorAll('.ant-select-item-option')].map(({ textContent }) => textContent)
  expect(options).toEqual(['0.5x', '1x', '1.5x', '2x'])
})

test('code is coloured and loses nothing', () => {
  const source = 'def add(a, b):  # 求和\n    """两数\n之和"""\n    return a + 1.5\n'
  expect(
    tokensOf(source)
      .map(({ text }) => text)
      .join(''),
  ).toBe(source)
  expect(linesOf(source)).toHaveLength(5)
  const kinds = new Map(tokensOf('return "x" 12 // y').map(({ text, kind }) => [text, kind]))
  expect([kinds.get('return'), kinds.get('"x"'), kinds.get('12'), kinds.get('// y')]).toEqual([
    'word',
    'text',
    'number',
    'comment',
  ])
})

test('code has a choice of themes', async () => {
  const { sees } = await open(<CodeViewer code="let a = 1" name="JavaScript" />)
  await sees('JavaScript')
  expect(document.querySelector('.kp-source-light')).not.toBeNull()
})

test.each([
  ['证书.JPG', 'img[alt="证书.JPG"]'],
  ['讲解.mp4', 'video'],
  ['录音.mp3', 'audio'],
])('a stored %s is shown as what it is', async (name, selector) => {
  await open(<FileViewer name={name} url="/file" />)
  expect(document.querySelector(selector)?.getAttribute('src')).toBe('/file')
})

test('a stored file that no browser shows is offered for download', async () => {
  const { sees } = await open(<FileViewer name="花名册.xlsx" url="/file" />)
  await sees('下载文件')
})
