import { type RawBuilder, sql } from 'kysely'

// People stand in a room above all those that note who did something. It says here what they are called and how many count against a company's quota.

/** Expressions of a statement. */
export interface PersonOf {
  readonly companyId: RawBuilder<unknown>
  readonly id: RawBuilder<unknown>
}

export interface People {
  /** Their name of today, removed ones' too; null for nobody. */
  readonly nameOf: (person: PersonOf) => RawBuilder<string | null>
  /** Living enabled employees of a company. */
  readonly headsOf: (companyId: RawBuilder<unknown>) => RawBuilder<number>
}

let people: People = { nameOf: () => sql`null::text`, headsOf: () => sql`0` }

export function letPeopleBeKnown(known: People): void {
  people = known
}

export const personName = (person: PersonOf) => people.nameOf(person)
export const headsOf = (companyId: RawBuilder<unknown>) => people.headsOf(companyId)
