/** 12.6 of 3 to 15 is four fifths, whatever binary fractions make of it. */
const tiny = 1e-9

/** The level that a dimension of a knowledge or skill scale shows: four fifths of its range L, three fifths L − 1, below none. */
export function levelShown(level: number, { raw, min, max }: { raw: number | null; min: number; max: number }): number | null {
  if (raw === null || max <= min) return null
  const share = (raw - min) / (max - min)
  const shown = share >= 0.8 - tiny ? level : share >= 0.6 - tiny ? level - 1 : 0
  return shown >= 1 ? shown : null
}

/** From which raw score on a level is shown, the highest first; for people to read, to the hundredth. */
export function levelFloors(level: number, { min, max }: { min: number; max: number }): { level: number; raw: number }[] {
  const at = (share: number) => Math.ceil((min + share * (max - min)) * 100 - 1e-6) / 100
  return [
    { level, raw: at(0.8) },
    { level: level - 1, raw: at(0.6) },
  ].filter((floor) => floor.level >= 1)
}
