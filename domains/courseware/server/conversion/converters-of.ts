import { coursewareType } from '../../contract/codes.ts'
import { packageConverters } from '../package/package.ts'
import { documentConverters } from './document.ts'
import { filmConverters } from './film.ts'
import type { Converters } from './run.ts'
import { soundConverters } from './sound.ts'

/** Undefined: it is shown as it is. */
export function convertersOf(type: number): Converters | undefined {
  switch (type) {
    case coursewareType.document:
      return documentConverters
    case coursewareType.video:
      return filmConverters
    case coursewareType.audio:
      return soundConverters
    case coursewareType.package:
      return packageConverters
    default:
      return undefined
  }
}
