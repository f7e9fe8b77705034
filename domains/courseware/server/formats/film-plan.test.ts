import { expect, test } from 'vitest'
import { bytesBetween, planFilm } from './film-plan.ts'
import type { Picture } from './media-facts.ts'

const sound = { index: 1, codec: 'aac', profile: 'LC', channels: 2 }
const picture = (width: number, height: number, codec = 'h264'): Picture => ({
  ...{ index: 0, codec, width, height, isTurned: false, hasSquarePixels: true, pixelFormat: 'yuv420p', isInterlaced: false },
  frameRate: { over: 25, under: 1 },
})
const gigabyte = 1024 ** 3
const halfDay = (bytesOfPicture: number) => ({ seconds: 12 * 3600, longestGapSeconds: 4, bytesOfPicture })
const needed = (film: Picture, bytesOfPicture: number) => {
  const measured = halfDay(bytesOfPicture)
  return bytesBetween(planFilm(film, sound, measured), measured) / gigabyte
}

test('a film takes the room of what is made of it: twelve small hours that are copied their own, those that are encoded by their qualities', () => {
  expect(needed(picture(640, 360), gigabyte)).toBe(1)
  expect(needed(picture(640, 360, 'mpeg4'), 30 * gigabyte)).toBeCloseTo(4.5, 1)
  expect(needed(picture(1920, 1080, 'hevc'), 30 * gigabyte)).toBeCloseTo(46.3, 1)
})
