/** What stands in for a photo in previews: the outline of a person. The console's canvas draws the same. */
import { silhouette } from '../../contract/silhouette.ts'
import { samplePhoto } from '../../contract/variables.ts'
import type { Pictures } from './pictures.ts'

const fileName = 'sample-photo.svg'
const { width, height, ground, figure, paths } = silhouette
const drawn = paths.map((path) => `<path d="${path}" fill="${figure}"/>`).join('')
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="${ground}"/>${drawn}</svg>`

export const withSamplePhoto = ({ files, names, glyphs }: Pictures): Pictures => ({
  files: { ...files, [fileName]: new TextEncoder().encode(svg) },
  names: new Map([...names, [samplePhoto, fileName]]),
  glyphs,
})
