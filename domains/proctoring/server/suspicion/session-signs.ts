/** What sessions have in common that they should not (after Artemis, `SuspiciousSessionReason`). Each is a question to a person, no answer. */
import { addressOf, isWithin } from './address-range.ts'
import { type TimedAttempt, tooFast } from './faster-than-reading.ts'

export interface Session {
  readonly attemptId: string
  readonly staffId: string
  readonly ip: string | null
  readonly device: string | null
  /** Where they sat then, when they were moved since. */
  readonly formerRoomId?: string | null
}

export const signKinds = ['sameAddress', 'sameBrowser', 'manyAddresses', 'manyBrowsers', 'outsideRange', 'tooFast'] as const

export interface SessionSign {
  readonly kind: (typeof signKinds)[number]
  readonly level: 'info' | 'notice' | 'warning'
  readonly attemptIds: readonly string[]
  readonly about: string
}

interface Ranges {
  readonly roomName: string | null
  readonly addressRanges: readonly string[]
}

export interface Known {
  /** Addresses that the company says many share: the exit of an office. */
  readonly sharedRanges: readonly string[]
  readonly places: readonly (Ranges & { readonly staffId: string })[]
  /** Those in which somebody sat before they were moved; of one that is not known nothing is said. */
  readonly rooms?: readonly (Ranges & { readonly roomId: string })[]
  readonly timed: readonly TimedAttempt[]
}

const nothingKnown: Known = { sharedRanges: [], places: [], timed: [] }

export function sessionSigns(sessions: readonly Session[], known: Known = nothingKnown): SessionSign[] {
  const isShared = ({ ip }: Session) => isWithin(ip, known.sharedRanges) === true
  // What many share hides no group that is found elsewhere.
  const [common, own] = [sessions.filter(isShared), sessions.filter((session) => !isShared(session))]
  const address = { kind: 'sameAddress', of: ({ ip }: Session) => plainAddress(ip), words: asIs } as const
  return [
    ...shared(sessions, { kind: 'sameBrowser', level: 'warning', of: ({ device }) => device, words: () => '同一个浏览器' }),
    ...shared(own, { ...address, level: 'notice' }),
    ...shared(common, { ...address, level: 'info' }),
    ...outside(sessions, known),
    ...changing(sessions, {
      kind: 'manyAddresses',
      level: 'notice',
      of: ({ ip }) => plainAddress(ip),
      words: (all) => all.join('、'),
    }),
    // What tells browsers apart is a number of ours, which says nothing to people.
    ...changing(sessions, {
      kind: 'manyBrowsers',
      level: 'notice',
      of: ({ device }) => device,
      words: (all) => `${all.length} 个浏览器`,
    }),
    ...known.timed.flatMap(fastSign),
  ]
}

const asIs = (about: string) => about

/** The same address in the same words, however it was noted. */
export function plainAddress(ip: string | null): string | null {
  return addressOf(ip)?.toString() ?? null
}

/** Of each kind: how many attempts it names, for the share that is said beside it. */
export function signRates(signs: readonly SessionSign[]): Record<string, number> {
  const byKind = Map.groupBy(signs, ({ kind }) => kind)
  return Object.fromEntries([...byKind].map(([kind, own]) => [kind, new Set(own.flatMap(({ attemptIds }) => attemptIds)).size]))
}

function fastSign(attempt: TimedAttempt): SessionSign[] {
  const count = tooFast(attempt)
  if (count === undefined) return []
  return [
    { kind: 'tooFast', level: 'notice', attemptIds: [attempt.attemptId], about: `${attempt.answers.length} 题中有 ${count} 题` },
  ]
}

function outside(sessions: readonly Session[], { places, rooms = [] }: Known): SessionSign[] {
  const seated = new Map<string, Ranges>(places.map((place) => [place.staffId, place]))
  const former = new Map<string, Ranges>(rooms.map((room) => [room.roomId, room]))
  const signs = sessions.flatMap(({ attemptId, staffId, ip, formerRoomId = null }): SessionSign[] => {
    const room = formerRoomId === null ? seated.get(staffId) : former.get(formerRoomId)
    if (!room || isWithin(ip, room.addressRanges) !== false) return []
    const about = `${plainAddress(ip)}，考场 ${room.roomName ?? ''}`
    return [{ kind: 'outsideRange', level: 'warning', attemptIds: [attemptId], about }]
  })
  // From two browsers at one address it is one.
  return [...Map.groupBy(signs, ({ attemptIds, about }) => `${attemptIds.join()} ${about}`).values()].flatMap(
    ([sign]) => sign ?? [],
  )
}

interface Look<Words> {
  readonly kind: SessionSign['kind']
  readonly level: SessionSign['level']
  readonly of: (session: Session) => string | null
  /** What people read of what was found. */
  readonly words: Words
}

/** Other people with the same. A group that is contained in a reported one says nothing more. */
function shared(sessions: readonly Session[], { kind, level, of, words }: Look<(about: string) => string>): SessionSign[] {
  const groups = [...Map.groupBy(sessions, of)]
    .flatMap(([about, members]): { about: string; attemptIds: string[]; people: number }[] => {
      if (about === null || about === '') return []
      const attemptIds = [...new Set(members.map(({ attemptId }) => attemptId))].sort()
      return [{ about, attemptIds, people: new Set(members.map(({ staffId }) => staffId)).size }]
    })
    .filter(({ people }) => people > 1)
    .sort((one, other) => other.attemptIds.length - one.attemptIds.length)
  const kept: typeof groups = []
  for (const group of groups) {
    const isContained = kept.some(({ attemptIds }) => group.attemptIds.every((attemptId) => attemptIds.includes(attemptId)))
    if (!isContained) kept.push(group)
  }
  return kept.map(({ about, attemptIds }) => ({ kind, level, attemptIds, about: words(about) }))
}

/** One attempt with several. */
function changing(
  sessions: readonly Session[],
  { kind, level, of, words }: Look<(all: readonly string[]) => string>,
): SessionSign[] {
  return [...Map.groupBy(sessions, ({ attemptId }) => attemptId)].flatMap(([attemptId, own]) => {
    const different = [...new Set(own.map(of))].filter((one): one is string => one !== null && one !== '')
    return different.length > 1 ? [{ kind, level, attemptIds: [attemptId], about: words(different) }] : []
  })
}
