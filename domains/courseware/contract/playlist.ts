/**
 * Playlists of films, made where they are played: of what a guarded call has answered, put into a blob's address. So nobody passes one on, and each has
 * links that end. Addresses are made absolute, because a blob's address has no folder.
 */
import type { Rendition } from './shown.ts'

type Segmented = Rendition & { readonly initBytes: number; readonly segments: readonly (readonly [number, number, number])[] }

/** What can be played by its segments; else its object is played as it is. */
export function isSegmented(rendition: Rendition): rendition is Segmented {
  return rendition.initBytes !== null && rendition.segments !== null && rendition.segments.length > 0
}

/** The playlist of one quality (RFC 8216): the header and each segment as a range of the one object. */
export function playlistOf(rendition: Segmented, origin: string): string {
  const url = new URL(rendition.url, origin).href
  const longest = Math.max(...rendition.segments.map(([, , milliseconds]) => Math.ceil(milliseconds / 1000)))
  const segments = rendition.segments.flatMap(([first, bytes, milliseconds]) => [
    `#EXTINF:${(milliseconds / 1000).toFixed(3)},`,
    `#EXT-X-BYTERANGE:${bytes}@${first}`,
    url,
  ])
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${longest}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    `#EXT-X-MAP:URI="${url}",BYTERANGE="${rendition.initBytes}@0"`,
    ...segments,
    '#EXT-X-ENDLIST',
    '',
  ].join('\n')
}

/** A film's qualities for a player: by one playlist that names all of them where each has segments, else each object as it is. */
export function filmSourceOf(renditions: readonly Rendition[], origin: string) {
  const segmented = renditions.filter(isSegmented)
  const isStreamed = segmented.length > 0 && segmented.length === renditions.length
  return {
    qualities: renditions.map((rendition) => ({
      name: rendition.name,
      label: qualityLabel(rendition.name),
      url: rendition.url,
      playlist: isSegmented(rendition) ? playlistOf(rendition, origin) : null,
    })),
    master: isStreamed ? masterPlaylistOf(segmented, ({ name }) => `${encodeURIComponent(name)}.m3u8`) : null,
  }
}

const qualityLabel = (name: string) => (/^\d+$/.test(name) ? `${name}P` : '原画')

/** The playlist of the qualities; `addressOf` is where each one's own playlist is, mostly a blob's. */
export function masterPlaylistOf(renditions: readonly Segmented[], addressOf: (rendition: Segmented) => string): string {
  const qualities = renditions.flatMap((rendition) => {
    const { bitsPerSecond, codecs, width, height } = rendition
    const size = width > 0 && height > 0 ? `,RESOLUTION=${width}x${height}` : ''
    return [`#EXT-X-STREAM-INF:BANDWIDTH=${bitsPerSecond}${size},CODECS="${codecs}"`, addressOf(rendition)]
  })
  return ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS', ...qualities, ''].join('\n')
}
