/** The codecs of an MP4 header as players ask for them (RFC 6381): `avc1.64001f,mp4a.40.2`. Empty where there is neither. */
export function codecsOf(header: Buffer): string {
  const config = header.indexOf('avcC')
  const picture = config < 0 ? [] : [`avc1.${header.subarray(config + 5, config + 8).toString('hex')}`]
  const sound = header.includes('mp4a') ? ['mp4a.40.2'] : []
  return [...picture, ...sound].join(',')
}
