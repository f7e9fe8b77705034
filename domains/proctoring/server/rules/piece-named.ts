/** What a piece says of itself, by its address. */
import { z } from 'zod'
import { pieceKind, source } from '../../contract/capture.ts'

export const storedKind = z.enum([...pieceKind.options, 'thumb'])
export type StoredKind = z.output<typeof storedKind>

const instantMs = z.coerce
  .number()
  .int()
  .min(Date.UTC(2020, 0, 1))
  .max(Date.UTC(2100, 0, 1))

export const pieceShape = z.object({
  source: z.coerce.number().pipe(source.schema),
  kind: pieceKind,
  number: z.coerce.number().int().min(1).max(100_000_000),
  part: z.literal('thumb').optional(),
  from: instantMs,
  until: instantMs,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  still: z.literal('1').optional(),
})

const named = pieceShape
  .refine(({ from, until }) => from <= until)
  .refine(({ kind, part }) => part === undefined || kind === 'picture')
  .refine(({ kind, still }) => still === undefined || kind === 'film')

export interface NamedPiece {
  readonly source: z.output<typeof source.schema>
  readonly kind: StoredKind
  readonly number: number
  readonly from: Date
  readonly until: Date
  readonly sha256: string
  readonly isStill: boolean
}

/** `path` is what follows the token: `1/film/12`, `2/picture/3/thumb`. */
export function readPiece(path: readonly string[], query: Readonly<Record<string, unknown>>): NamedPiece | undefined {
  const [from, kind, number, part, ...more] = path
  if (more.length > 0) return undefined
  return readNamed({ ...query, source: from, kind, number, part })
}

export function readNamed(told: Readonly<Record<string, unknown>>): NamedPiece | undefined {
  const { data } = named.safeParse(told)
  if (!data) return undefined
  return {
    source: data.source,
    kind: data.part ?? data.kind,
    number: data.number,
    from: new Date(data.from),
    until: new Date(data.until),
    sha256: data.sha256,
    isStill: data.still !== undefined,
  }
}
