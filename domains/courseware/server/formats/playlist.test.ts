import { expect, test } from 'vitest'
import { isSegmented, masterPlaylistOf, playlistOf } from '../../contract/playlist.ts'
import { readPlaylist } from './hls-playlist.ts'

const film = {
  name: '720',
  url: '/files/token',
  width: 1280,
  height: 720,
  bitsPerSecond: 2_000_000,
  codecs: 'avc1.64001f,mp4a.40.2',
  initBytes: 1373,
  segments: [
    [1373, 500_000, 4000],
    [501_373, 250_000, 2500],
  ] as [number, number, number][],
}

test('a playlist names the ranges of the one object, and reads back as what it was made of', () => {
  const text = playlistOf(film, 'https://exam.example.com')
  expect(text).toContain('#EXT-X-MAP:URI="https://exam.example.com/files/token",BYTERANGE="1373@0"')
  expect(text).toContain('#EXT-X-TARGETDURATION:4\n')
  expect(readPlaylist(text)).toEqual({ initBytes: film.initBytes, segments: film.segments })
})

test('the playlist of qualities says what each takes, a sound has no size', () => {
  const sound = { ...film, name: 'audio', width: 0, height: 0, codecs: 'mp4a.40.2', bitsPerSecond: 128_000 }
  expect(
    masterPlaylistOf([film, sound], ({ name }) => `blob:${name}`)
      .split('\n')
      .slice(3, 7),
  ).toEqual([
    '#EXT-X-STREAM-INF:BANDWIDTH=2000000,RESOLUTION=1280x720,CODECS="avc1.64001f,mp4a.40.2"',
    'blob:720',
    '#EXT-X-STREAM-INF:BANDWIDTH=128000,CODECS="mp4a.40.2"',
    'blob:audio',
  ])
  expect(isSegmented({ ...film, initBytes: null, segments: null })).toBe(false)
})

test('half a playlist is none', () => {
  const text = playlistOf(film, 'https://exam.example.com')
  expect(readPlaylist(text.replace('#EXT-X-ENDLIST', ''))).toBeUndefined()
  expect(readPlaylist('')).toBeUndefined()
})
