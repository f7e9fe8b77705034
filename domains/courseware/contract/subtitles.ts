/**
 * Subtitle files as people have them: SubRip or WebVTT, in UTF-8, UTF-16 or GB18030. They become WebVTT in UTF-8; what is wrong is told with its line.
 * Pure: the browser looks before it sends, the server decides.
 */

export type ReadSubtitles = { readonly vtt: string; readonly cueCount: number } | { readonly problem: string }

interface Cue {
  readonly startMs: number
  readonly endMs: number
  readonly text: string
}

const mostCues = 20_000
const times = /^\s*((?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3})\s*-->\s*((?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3})(?:\s.*)?$/
/** Blocks of WebVTT without words for anybody; styles of a file are not let into the page. */
const silent = /^(NOTE|STYLE|REGION)\b/

export function readSubtitles(bytes: Uint8Array): ReadSubtitles {
  const text = decoded(bytes)
  if (text === undefined) return { problem: '无法识别字幕文件的编码，请另存为 UTF-8 或 GB18030 编码后重试' }
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)
  const cues: Cue[] = []
  for (const { first, block } of blocksOf(lines)) {
    if ((first === 0 && /^WEBVTT\b/.test(block[0] ?? '')) || silent.test(block[0] ?? '')) continue
    const cue = cueOf(block, first + 1)
    if (typeof cue === 'string') return { problem: cue }
    cues.push(cue)
    if (cues.length > mostCues) return { problem: `字幕超过 ${mostCues} 条，请拆分后上传` }
  }
  if (cues.length === 0) return { problem: '字幕文件中没有字幕，请检查文件' }
  return { vtt: `WEBVTT\n\n${cues.map(written).join('\n\n')}\n`, cueCount: cues.length }
}

/** GB18030 reads almost any bytes, so it comes last. */
function decoded(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return decodedAs('utf-16le', bytes)
  if (first === 0xfe && second === 0xff) return decodedAs('utf-16be', bytes)
  return decodedAs('utf-8', bytes) ?? decodedAs('gb18030', bytes)
}

function decodedAs(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return text.includes('\u0000') ? undefined : text
  } catch {
    // Not of this encoding: that is the answer.
    return undefined
  }
}

function* blocksOf(lines: readonly string[]): Generator<{ first: number; block: string[] }> {
  let block: string[] = []
  for (const [index, line] of [...lines, ''].entries()) {
    if (line.trim() !== '') block.push(line)
    else if (block.length > 0) {
      yield { first: index - block.length, block }
      block = []
    }
  }
}

/** `number` is that of the block's first line, from 1. A problem is answered as text. */
function cueOf(block: readonly string[], number: number): Cue | string {
  const place = block[0]?.includes('-->') ? 0 : 1
  const line = block[place]
  const match = times.exec(line ?? '')
  const at = number + (line === undefined ? 0 : place)
  if (!match) return `第 ${at} 行：时间格式不正确，应如 00:00:01,000 --> 00:00:04,000`
  const [, from = '', to = ''] = match
  const [startMs, endMs] = [msOf(from), msOf(to)]
  if (startMs === undefined || endMs === undefined) return `第 ${at} 行：时间不存在，分和秒应小于 60`
  if (endMs <= startMs) return `第 ${at} 行：结束时间应晚于开始时间`
  return {
    startMs,
    endMs,
    text: block
      .slice(place + 1)
      .map(plain)
      .join('\n'),
  }
}

function msOf(time: string): number | undefined {
  const [clock = '', fraction = ''] = time.split(/[.,]/)
  const [seconds = 0, minutes = 0, hours = 0] = clock.split(':').map(Number).toReversed()
  if (seconds > 59 || minutes > 59) return undefined
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + Number(fraction.padEnd(3, '0'))
}

/** Bold, italic and underlined stay; other tags are no words. */
function plain(line: string): string {
  const escaped = line.replace(/<(?!\/?[biu]>)\/?[a-z\d][^<>]{0,200}>/gi, '').replaceAll('&nbsp;', ' ')
  return escaped
    .replace(/&(?!(?:amp|lt|gt);)/g, '&amp;')
    .replace(/<(?!\/?[biu]>)/gi, '&lt;')
    .replaceAll('-->', '--&gt;')
}

function written({ startMs, endMs, text }: Cue): string {
  return `${clockOf(startMs)} --> ${clockOf(endMs)}\n${text}`
}

function clockOf(ms: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const seconds = Math.floor(ms / 1000)
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}.${String(ms % 1000).padStart(3, '0')}`
}
