import { expect, test } from 'vitest'
import { readSubtitles } from './subtitles.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const srt =
  '1\r\n00:00:01,000 --> 00:00:04,500\r\n你好，<font color="red">欢迎</font>\r\n第二行\r\n\r\n2\r\n01:02:03,004 --> 01:02:04,000\r\nA & B <b>粗</b> 1 < 2 -->\r\n'

test('SubRip becomes WebVTT', () => {
  expect(readSubtitles(utf8(srt))).toEqual({
    cueCount: 2,
    vtt: 'WEBVTT\n\n00:00:01.000 --> 00:00:04.500\n你好，欢迎\n第二行\n\n01:02:03.004 --> 01:02:04.000\nA &amp; B <b>粗</b> 1 &lt; 2 --&gt;\n',
  })
})

test('WebVTT loses what is for nobody: header, notes, styles, places', () => {
  const vtt = 'WEBVTT - 标题\n\nSTYLE\n::cue { color: red }\n\nNOTE 备注\n\n开场\n00:01.000 --> 00:02.5 align:start\n你好\n'
  expect(readSubtitles(utf8(vtt))).toEqual({ cueCount: 1, vtt: 'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\n你好\n' })
})

test('the same in GB18030, UTF-16 and with a mark at the beginning', () => {
  const gb = Uint8Array.from([...utf8('1\n00:00:01,000 --> 00:00:02,000\n'), 0xc4, 0xe3, 0xba, 0xc3, 0x0a])
  const utf16 = Uint8Array.from(Buffer.from('\ufeff1\n00:00:01,000 --> 00:00:02,000\n你好\n', 'utf16le'))
  const marked = utf8('\ufeff1\n00:00:01,000 --> 00:00:02,000\n你好\n')
  for (const bytes of [gb, utf16, marked])
    expect(readSubtitles(bytes)).toEqual({ cueCount: 1, vtt: 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n你好\n' })
})

test.each([
  ['1\n00:00:01 --> 00:00:02\n你好', '第 2 行：时间格式不正确，应如 00:00:01,000 --> 00:00:04,000'],
  ['1\n00:00:01,000 --> 00:00:02,000\n你好\n\n散落的一行', '第 5 行：时间格式不正确，应如 00:00:01,000 --> 00:00:04,000'],
  ['1\n00:00:01,000 --> 00:00:02,000\n你好\n\n\n2\n00:00:05,000 --> 00:00:04,000\n反了', '第 7 行：结束时间应晚于开始时间'],
  ['1\n00:61:01,000 --> 00:62:02,000\n你好', '第 2 行：时间不存在，分和秒应小于 60'],
  ['WEBVTT\n\n', '字幕文件中没有字幕，请检查文件'],
  ['', '字幕文件中没有字幕，请检查文件'],
])('%j is refused: %s', (text, problem) => {
  expect(readSubtitles(utf8(text))).toEqual({ problem })
})

test('bytes of no encoding are refused', () => {
  expect(readSubtitles(Uint8Array.from([0x31, 0x0a, 0xff, 0xff, 0x00, 0x80]))).toEqual({
    problem: '无法识别字幕文件的编码，请另存为 UTF-8 或 GB18030 编码后重试',
  })
})
