import { coursewareType } from '../../contract/codes.ts'
import { filmConverters } from './film.ts'
import type { Converters } from './run.ts'
import { soundConverters } from './sound.ts'

/** Undefined: it is shown as it is. */
export function convertersOf(type: number): Converters | undefined {
  switch (type) {
    case coursewareType.video:
      return filmConverters
    case coursewareType.audio:
      return soundConverters
    default:
      return undefined
  }
}
