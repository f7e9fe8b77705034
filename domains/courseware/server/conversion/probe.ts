import type { Measured } from '../formats/film-plan.ts'
import { mediaFactsOf, type Picture, probeAnswer, type Sound } from '../formats/media-facts.ts'
import { ConversionFailure } from './failure.ts'
import type { Work } from './run.ts'
import { runTool } from './run-tool.ts'

/** Formats of the endings that may be uploaded. A playlist, a list of files or a device is none of them, whatever it is called. */
const formats =
  'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,asf,flv,mpeg,mpegvideo,mpegts,rm,wav,w64,mp3,aac,amr,amrnb,amrwb,ogg,flac,h264,hevc'

/** Nothing but the file itself is opened, whatever it names. */
export const carefully = ['-protocol_whitelist', 'file,pipe', '-format_whitelist', formats] as const

const silentSeconds = 300
export const longestFilmSeconds = 24 * 3600
const mostPixels = 8192 * 8192

export interface Probed {
  readonly picture: Picture | undefined
  readonly sound: Sound | undefined
  readonly measured: Measured
}

/** What a film or sound is, and how long: by its packets, for what its header says anybody may have written. */
export async function probe(work: Work): Promise<Probed> {
  const lines: string[] = []
  const asked = await runTool({
    ...common(work),
    args: ({ source }) => ['-v', 'error', ...carefully, '-show_streams', '-of', 'json', source],
    onLine: (line) => lines.length < 20_000 && lines.push(line) > 0,
  })
  const answer = asked.code === 0 ? probeAnswer.safeParse(jsonOf(lines.join('\n'))).data : undefined
  if (!answer) throw new ConversionFailure('unreadable')
  const { picture, sound } = mediaFactsOf(answer)
  if (!picture && !sound) throw new ConversionFailure('noTrack')
  if (picture && picture.width * picture.height > mostPixels)
    throw new ConversionFailure('unreadable', '画面尺寸过大，请压缩到 4K 以内后替换文件')
  const measured = await measure(work, picture, sound)
  if (measured.seconds <= 0) throw new ConversionFailure('noTrack', '内容的时长为 0，没有可以播放的画面或声音。请检查后替换文件')
  if (measured.seconds > longestFilmSeconds) throw new ConversionFailure('tooLong', '内容超过 24 小时。请拆分后分别上传')
  return { picture, sound, measured }
}

async function measure(work: Work, picture: Picture | undefined, sound: Sound | undefined): Promise<Measured> {
  const ruler = new Ruler(picture?.index, sound?.index)
  const entries = 'packet=stream_index,pts_time,dts_time,duration_time,size,flags'
  await runTool({
    ...common(work),
    args: ({ source }) => ['-v', 'error', ...carefully, '-show_entries', entries, '-of', 'compact=p=0', source],
    onLine: (line) => {
      ruler.read(line)
      return true
    },
  })
  return ruler.measured()
}

/** Reads packets one by one: of a day of film there are millions. */
export class Ruler {
  readonly #pictureIndex: number | undefined
  readonly #soundIndex: number | undefined
  #first = Number.POSITIVE_INFINITY
  #last = Number.NEGATIVE_INFINITY
  #keyAt: number | undefined
  #longestGap = 0
  #pictureBytes = 0
  #pictureEnd = 0

  constructor(pictureIndex: number | undefined, soundIndex: number | undefined) {
    this.#pictureIndex = pictureIndex
    this.#soundIndex = soundIndex
  }

  read(line: string): void {
    const packet = new Map(line.split('|').map((pair) => splitOnce(pair)))
    const index = Number(packet.get('stream_index'))
    if (index !== this.#pictureIndex && index !== this.#soundIndex) return
    const at = numberOf(packet.get('pts_time')) ?? numberOf(packet.get('dts_time'))
    if (at === undefined) return
    const end = at + (numberOf(packet.get('duration_time')) ?? 0)
    this.#first = Math.min(this.#first, at)
    this.#last = Math.max(this.#last, end)
    if (index !== this.#pictureIndex) return
    this.#pictureBytes += numberOf(packet.get('size')) ?? 0
    this.#pictureEnd = Math.max(this.#pictureEnd, end)
    if (!packet.get('flags')?.startsWith('K')) return
    if (this.#keyAt !== undefined) this.#longestGap = Math.max(this.#longestGap, at - this.#keyAt)
    this.#keyAt = at
  }

  measured(): Measured {
    const seconds = this.#last - this.#first
    const lastGap = this.#keyAt === undefined ? Number.POSITIVE_INFINITY : this.#pictureEnd - this.#keyAt
    return {
      seconds: Number.isFinite(seconds) ? Math.max(0, seconds) : 0,
      longestGapSeconds: Math.max(this.#longestGap, lastGap),
      bytesOfPicture: this.#pictureBytes,
    }
  }
}

function common({ tools, source, folder, signal }: Work) {
  return { tools, program: 'ffprobe', confinement: { source, sourceName: 'source', folder }, signal, silentSeconds } as const
}

function splitOnce(pair: string): [string, string] {
  const at = pair.indexOf('=')
  return [pair.slice(0, at), pair.slice(at + 1)]
}

function numberOf(text: string | undefined): number | undefined {
  const number = text === undefined || text === '' ? Number.NaN : Number(text)
  return Number.isFinite(number) ? number : undefined
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
