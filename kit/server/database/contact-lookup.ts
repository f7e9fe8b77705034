import { type Endpoint, isContact } from '@kaopei/contract'
import type { Actor } from '../calls/actor.ts'
import type { Context } from '../calls/implement.ts'

const mostHourly = 30
const mostDaily = 100

/**
 * Is the keyword a whole phone or address, which may find whom it belongs to for anybody who sees them? Somebody who is called by a number looks
 * it up; whoever tried the four digits that a mask hides would need months. Every list counts into the same numbers, those of the person who
 * really looks; ends the request when they are used up.
 */
export async function looksUpContact(
  { actor, limitRate }: Pick<Context<Endpoint>, 'limitRate'> & { readonly actor: Pick<Actor, 'staffId' | 'impersonatorId'> },
  keyWords: string | undefined,
): Promise<boolean> {
  if (!keyWords || !isContact(keyWords)) return false
  const looker = actor.impersonatorId ?? actor.staffId
  await limitRate(`contact-lookup:${looker}`, mostHourly, 3600)
  await limitRate(`contact-lookup-day:${looker}`, mostDaily, 86_400)
  return true
}
