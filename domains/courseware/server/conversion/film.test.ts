import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { coursewareType } from '../../contract/codes.ts'
import { askForConversion } from './ask.ts'
import {
  bytesOf,
  converted,
  h264,
  madeByFfmpeg,
  madePath,
  type Outcome,
  openConversionWorld,
  patientConfig,
  picture,
  requireTools,
  tone,
  uploaded,
} from './conversion-world.ts'

vi.setConfig(patientConfig)

let world: World
let companyId: string
beforeAll(async () => {
  await requireTools()
  world = await openConversionWorld()
  companyId = await world.company()
})
afterAll(() => world?.close())

const film = (name: string, body: Buffer) => converted(world, { companyId, type: coursewareType.video, name, body })
const named = ({ renditions }: Outcome) => renditions.map(({ name, width, height }) => `${name} ${width}x${height}`)
const starts = (outcome: Outcome, at: number) => {
  let milliseconds = 0
  return (outcome.renditions[at]?.segments ?? []).map(([, , length]) => {
    milliseconds += length
    return milliseconds - length
  })
}

/** What ffprobe says of a rendition by itself: seconds of picture and sound, and whether each segment begins with a key frame. */
async function looked({ renditions }: Outcome, name: string) {
  const rendition = renditions.find((one) => one.name === name)
  const path = madePath(`look-${name}.mp4`)
  const bytes = await bytesOf(world, rendition?.fileId ?? '')
  writeFileSync(path, bytes)
  const ask = (...args: string[]) => execFileSync('ffprobe', ['-v', 'error', ...args, path], { encoding: 'utf8' })
  const seconds = Number(ask('-show_entries', 'format=duration', '-of', 'csv=p=0'))
  const kinds = ask('-show_entries', 'stream=codec_type', '-of', 'csv=p=0').trim().split('\n').toSorted()
  const [, first] = rendition?.segments ?? []
  return { seconds, kinds, secondSegmentIsOne: first && bytes.toString('latin1', first[0] + 4, first[0] + 8), size: bytes.length }
}

test('a film gets its qualities, none larger than itself, each one object whose segments begin together', async () => {
  const body = madeByFfmpeg('wide.mkv', ...picture('1280x720', 5), ...tone, '-t', '11', '-c:v', 'mpeg4', '-c:a', 'aac')
  const outcome = await film('wide.mkv', body)
  expect(outcome).toMatchObject({
    state: 'done',
    progress: 100,
    transStatus: 2,
    lengthSeconds: 11,
    hasCover: true,
    failure: null,
  })
  expect(named(outcome)).toEqual(['720 1280x720', '360 640x360'])
  expect(outcome.renditions.map(({ codecs }) => codecs.replace(/avc1\.64..../, 'avc1.High'))).toEqual([
    'avc1.High,mp4a.40.2',
    'avc1.High,mp4a.40.2',
  ])
  expect(starts(outcome, 0)).toEqual([0, 4000, 8000])
  expect(starts(outcome, 1)).toEqual([0, 4000, 8000])
  const looks = await looked(outcome, '360')
  expect(looks).toMatchObject({ kinds: ['audio', 'video'], secondSegmentIsOne: 'sidx' })
  expect(looks.seconds).toBeCloseTo(11, 0)
  const last = outcome.renditions[1]?.segments?.at(-1)
  expect((last?.[0] ?? 0) + (last?.[1] ?? 0)).toBeLessThanOrEqual(looks.size)
})

/** How red and how blue a picture is, 0 to 255. */
function coloursOf(body: Buffer): { red: number; blue: number } {
  writeFileSync(madePath('cover.jpg'), body)
  const [red = 0, , blue = 0] = execFileSync(
    'ffmpeg',
    ['-v', 'error', '-i', madePath('cover.jpg'), '-vf', 'scale=1:1', '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-'],
    { maxBuffer: 100 },
  )
  return { red, blue }
}

test('the cover is a frame from a tenth of the film, not its beginning; a cover of its own stays', async () => {
  const part = (colour: string, seconds: number) => [
    '-f',
    'lavfi',
    '-i',
    `color=${colour}:size=320x180:rate=10:duration=${seconds}`,
  ]
  const body = madeByFfmpeg('parts.mp4', ...part('red', 1), ...part('blue', 14), '-filter_complex', 'concat=n=2', ...h264)
  const { versionId } = await uploaded(world, { companyId, type: coursewareType.video, name: 'parts.mp4', body })
  const cover = async () => {
    await world.inCompany(companyId, (db) => askForConversion(db, versionId, null))
    await world.runJobs()
    const [row] = await world.rows<{ id: string }>(
      `select w.cover_file_id as id from courseware.courseware w join courseware.version v on v.courseware_id = w.id where v.id = $1`,
      [versionId],
    )
    return row?.id ?? ''
  }
  const first = await cover()
  const { red, blue } = coloursOf(await bytesOf(world, first))
  expect(red).toBeLessThan(40)
  expect(blue).toBeGreaterThan(200)
  expect(await cover()).toBe(first)
})

test('what the original is already is copied, not encoded again', async () => {
  const keys = ['-g', '10']
  const body = madeByFfmpeg('ready.mp4', ...picture('640x360', 5), ...tone, '-t', '9', ...h264, ...keys, '-c:a', 'aac')
  const outcome = await film('ready.mp4', body)
  expect(outcome).toMatchObject({ state: 'done', transStatus: 2, lengthSeconds: 9 })
  expect(named(outcome)).toEqual(['360 640x360'])
  const frames = (bytes: Buffer, name: string) => {
    writeFileSync(madePath(name), bytes)
    return execFileSync(
      'ffmpeg',
      ['-v', 'error', '-i', madePath(name), '-map', '0:v', '-c', 'copy', '-f', 'md5', '-bsf:v', 'h264_mp4toannexb', '-'],
      {
        encoding: 'utf8',
      },
    )
  }
  expect(frames(await bytesOf(world, outcome.renditions[0]?.fileId ?? ''), 'copied.mp4')).toBe(frames(body, 'original.mp4'))
})

test('one key frame in the whole film: nobody could begin in the middle, so it is encoded', async () => {
  const body = madeByFfmpeg('one-key.mp4', ...picture('160x90', 5), '-t', '30', ...h264, '-g', '100000', '-sc_threshold', '0')
  const outcome = await film('one-key.mp4', body)
  expect(named(outcome)).toEqual(['360 160x90'])
  expect(outcome.renditions[0]?.segments?.length).toBeGreaterThan(6)
})

test('a film that was turned by the camera stands upright, without sound it has none', async () => {
  madeByFfmpeg('lying.mp4', ...picture('640x360', 5), '-t', '5', ...h264)
  execFileSync('ffmpeg', [
    '-v',
    'error',
    '-y',
    '-i',
    madePath('lying.mp4'),
    '-c',
    'copy',
    '-metadata:s:v:0',
    'rotate=90',
    madePath('turned.mp4'),
  ])
  const body = madeByFfmpeg('turned2.mp4', '-i', madePath('turned.mp4'), '-c', 'copy')
  const outcome = await film('turned.mp4', body)
  expect(outcome).toMatchObject({ state: 'done', lengthSeconds: 5 })
  expect(named(outcome)).toEqual(['360 360x640'])
  expect((await looked(outcome, '360')).kinds).toEqual(['video'])
})

test('HEVC becomes what browsers play', async () => {
  const body = madeByFfmpeg(
    'new.mp4',
    ...picture('320x180', 5),
    '-t',
    '5',
    '-c:v',
    'libx265',
    '-preset',
    'ultrafast',
    '-x265-params',
    'log-level=none',
  )
  const outcome = await film('new.mp4', body)
  expect(outcome.renditions.map(({ codecs }) => codecs.slice(0, 5))).toEqual(['avc1.'])
})

test('a film of several pieces is joined without a seam', async () => {
  const body = madeByFfmpeg('long.mkv', ...picture('160x90', 10), ...tone, '-t', '70', '-c:v', 'mpeg4', '-c:a', 'libmp3lame')
  const outcome = await film('long.mkv', body)
  expect(outcome).toMatchObject({ lengthSeconds: 70, transStatus: 2 })
  const path = madePath('joined.mp4')
  writeFileSync(path, await bytesOf(world, outcome.renditions[0]?.fileId ?? ''))
  const times = execFileSync(
    'ffprobe',
    ['-v', 'error', '-select_streams', 'v', '-show_entries', 'frame=pts_time', '-of', 'csv=p=0', path],
    {
      encoding: 'utf8',
    },
  )
    .trim()
    .split('\n')
    .filter((line) => /^\d/.test(line))
    .map((line) => Number.parseFloat(line))
  expect(times).toHaveLength(700)
  const steps = times.slice(1).map((time, at) => time - (times[at] ?? 0))
  expect(Math.max(...steps)).toBeLessThan(0.11)
  expect(Math.min(...steps)).toBeGreaterThan(0.09)
})

test('twelve hours are measured and laid out as they are', async () => {
  madeByFfmpeg('minute.mp4', ...picture('64x64', 1), '-t', '60', ...h264, '-g', '5')
  const body = madeByFfmpeg('day.mp4', '-stream_loop', '719', '-i', madePath('minute.mp4'), '-c', 'copy')
  const outcome = await film('day.mp4', body)
  expect(outcome).toMatchObject({ state: 'done', lengthSeconds: 43_200 })
  expect(outcome.renditions[0]?.segments?.length).toBeGreaterThan(5000)
})

test('a film of a single frame is one second that can be learnt', async () => {
  const outcome = await film('frame.mp4', madeByFfmpeg('frame.mp4', ...picture('320x180'), '-frames:v', '1', ...h264))
  expect(outcome).toMatchObject({ state: 'done', transStatus: 2, lengthSeconds: 1 })
})

test('a film of sound alone is a sound', async () => {
  const outcome = await film('sound.mp4', madeByFfmpeg('sound.mp4', ...tone, '-t', '6', '-c:a', 'libmp3lame'))
  expect(outcome).toMatchObject({ state: 'done', transStatus: 2, lengthSeconds: 6 })
  expect(named(outcome)).toEqual(['audio 0x0'])
})

test.each([
  ['mp3', ['-c:a', 'libmp3lame']],
  ['wav', []],
  ['m4a', ['-c:a', 'aac']],
  ['wma', ['-c:a', 'wmav2']],
])('a sound from %s is AAC, header first', async (ending, options) => {
  const body = madeByFfmpeg(`tone.${ending}`, ...tone, '-t', '5', ...options)
  const outcome = await converted(world, { companyId, type: coursewareType.audio, name: `tone.${ending}`, body })
  expect(outcome).toMatchObject({ state: 'done', transStatus: 2, lengthSeconds: 5 })
  const made = await bytesOf(world, outcome.renditions[0]?.fileId ?? '')
  expect(made.indexOf('moov')).toBeLessThan(made.indexOf('mdat'))
})

test('a film of 0 s, half a film and no film at all are refused with what to do', async () => {
  const whole = madeByFfmpeg('whole.mp4', ...picture('320x180'), '-t', '3', ...h264)
  const empty = madeByFfmpeg('empty.mkv', ...picture('320x180'), '-t', '3', '-frames:v', '0', ...h264)
  for (const body of [empty, whole.subarray(0, whole.length / 2), Buffer.from('no film at all'.repeat(200))]) {
    const outcome = await film('broken.mp4', body)
    expect(outcome).toMatchObject({ state: 'failed', transStatus: 3, renditions: [] })
    expect(['unreadable', 'noTrack']).toContain(outcome.failure)
    expect(outcome.failureText).toMatch(/替换文件/)
  }
})

test('a playlist that calls itself a film reads neither the machine nor the network', async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const lists = [
    `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nhttp://127.0.0.1:${port}/a.ts\n#EXTINF:10,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n`,
    "ffconcat version 1.0\nfile '/etc/passwd'\n",
    `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static"><Period><AdaptationSet><BaseURL>http://127.0.0.1:${port}/</BaseURL></AdaptationSet></Period></MPD>`,
  ]
  for (const text of lists) {
    const outcome = await film('film.mp4', Buffer.from(text))
    expect(outcome).toMatchObject({ state: 'failed', failure: 'unreadable', renditions: [] })
  }
  server.close()
  expect(asked).toEqual([])
})
