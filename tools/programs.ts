import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Programs that tests of conversion run, and the packages of Debian that bring them. */
const needed: Readonly<Record<string, string>> = {
  ffmpeg: 'ffmpeg',
  soffice: 'libreoffice-impress libreoffice-writer libreoffice-calc',
  pdftoppm: 'poppler-utils',
  bwrap: 'bubblewrap',
}

/** Packages whose program this machine lacks. */
export function missingPrograms(path = process.env.PATH ?? ''): string[] {
  const isThere = (name: string) => path.split(delimiter).some((folder) => folder !== '' && isExecutable(join(folder, name)))
  return Object.entries(needed).flatMap(([name, debianPackage]) => (isThere(name) ? [] : [debianPackage]))
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
