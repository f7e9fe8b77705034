import { createReadStream } from 'node:fs'
import { open, readFile, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { bytesBetween, type FilmPlan, longestSegmentSeconds, type Measured, planFilm } from '../formats/film-plan.ts'
import { type Laid, millisecondsOf, peakBitsPerSecond, readPlaylist, wholeSeconds } from '../formats/hls-playlist.ts'
import { codecsOf } from '../formats/mp4-codecs.ts'
import { playableAsUploaded } from './as-uploaded.ts'
import { ConversionFailure } from './failure.ts'
import { layOut, readWithFfmpeg } from './ffmpeg.ts'
import { encodePieces, joinPieces, makeSoundTrack } from './film-pieces.ts'
import type { Made, MadeRendition } from './made.ts'
import { type Probed, probe } from './probe.ts'
import type { Converters, Work } from './run.ts'
import { convertSound } from './sound.ts'

export const filmConverters: Converters = { convert: convertFilm, asUploaded: playableAsUploaded }

/** A film in its qualities: each one object, with the places of its segments. */
async function convertFilm(work: Work): Promise<Made> {
  const probed = await probe(work)
  const { picture, sound, measured } = probed
  if (!picture) return convertSound(work, probed)
  const plan = planFilm(picture, sound, measured)
  await refuseWithoutRoom(work, plan, measured)
  const copied = plan.copyAs === null ? undefined : await copyPicture(work, plan, probed)
  const wanted = plan.copyAs !== null && !copied ? planFilm({ ...picture, codec: 'other' }, sound, measured) : plan
  const encoded = await encode(work, wanted, probed)
  const renditions = [...(copied ? [copied] : []), ...encoded].toSorted((one, other) => other.height - one.height)
  const [best] = renditions
  if (!best?.segments) throw new ConversionFailure('noTrack')
  const lengthSeconds = wholeSeconds(millisecondsOf(best.segments) / 1000)
  return {
    lengthSeconds,
    renditions,
    media: {
      width: picture.width,
      height: picture.height,
      videoCodec: picture.codec,
      pixelFormat: picture.pixelFormat,
      audioCodec: sound?.codec ?? null,
    },
    ...(!work.version.hasCover && { coverFileId: await keepFrame(work, Math.min(lengthSeconds / 10, 60)) }),
  }
}

/** The original's picture, laid out anew without touching a frame. Undefined where that does not come out right: then it is encoded. */
async function copyPicture(work: Work, plan: FilmPlan, { sound }: Probed): Promise<MadeRendition | undefined> {
  const soundOptions = plan.canCopySound ? ['-c:a', 'copy'] : ['-c:a', 'aac', '-b:a', '128k', '-ac', '2']
  const isGood = await readWithFfmpeg(work, {
    args: ({ out }) => [
      ...[
        '-map',
        '0:v:0',
        ...(sound ? ['-map', `0:${sound.index}`, ...soundOptions] : []),
        '-c:v',
        'copy',
        '-map_metadata',
        '-1',
      ],
      ...layOut(`${out}/copy`, 4),
    ],
  })
  const laid = isGood ? await laidOut(work.folder, 'copy') : undefined
  if (!laid || plan.copyAs === null) return undefined
  if (laid.segments.some(([, , milliseconds]) => milliseconds > (longestSegmentSeconds + 1) * 1000)) return undefined
  return keepRendition(work, 'copy', { name: plan.copyAs, ...plan.copyIsShown }, laid)
}

async function encode(work: Work, plan: FilmPlan, { sound, measured }: Probed): Promise<MadeRendition[]> {
  if (plan.encoded.length === 0) return []
  const pieces = await encodePieces(work, plan, measured.seconds)
  const hasSound = sound !== undefined && (await makeSoundTrack(work, sound))
  const made: MadeRendition[] = []
  for (const rendition of plan.encoded) {
    await joinPieces(work, { plan, pieces, rendition, hasSound })
    const laid = await laidOut(work.folder, rendition.name)
    if (!laid) throw new ConversionFailure('unreadable')
    made.push(await keepRendition(work, rendition.name, rendition, laid))
  }
  return made
}

async function laidOut(folder: string, name: string): Promise<Laid | undefined> {
  const text = await readFile(join(folder, `${name}.m3u8`), 'utf8').catch(() => '')
  return readPlaylist(text)
}

async function keepRendition(
  work: Work,
  fileName: string,
  { name, width, height }: { name: string; width: number; height: number },
  { initBytes, segments }: Laid,
): Promise<MadeRendition> {
  const path = join(work.folder, `${fileName}.m4s`)
  const codecs = codecsOf(await firstBytes(path, initBytes))
  const body = createReadStream(path)
  const fileId = await work.keep({ name: `${name}.mp4`, contentType: 'video/mp4', body })
  return { name, fileId, width, height, bitsPerSecond: peakBitsPerSecond(segments), codecs, initBytes, segments }
}

async function firstBytes(path: string, count: number): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(count), 0, count, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** A frame near `seconds` as a picture: the most telling of the next fifty. */
export async function keepFrame(work: Work, seconds: number): Promise<string> {
  const path = join(work.folder, 'cover.jpg')
  const take = (fromSeconds: number | undefined, filter: string) =>
    readWithFfmpeg(work, {
      fromSeconds,
      args: ({ out }) => ['-map', '0:v:0', '-frames:v', '1', '-vf', filter, '-q:v', '3', '-update', '1', `${out}/cover.jpg`],
    })
  const size = "scale='min(1280,iw)':-2"
  await take(seconds, `thumbnail=50,${size}`)
  if (!(await stat(path).catch(() => undefined))) await take(undefined, size)
  return work.keep({ name: 'cover.jpg', contentType: 'image/jpeg', body: await readFile(path) })
}

async function refuseWithoutRoom({ folder }: Work, plan: FilmPlan, measured: Measured): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < bytesBetween(plan, measured)) throw new ConversionFailure('noSpace')
}
