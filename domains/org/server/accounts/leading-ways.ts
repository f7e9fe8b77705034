import { workingChannels } from '@kaopei/identity/server'
import type { MessageKey } from '@kaopei/messaging/contract/template-catalogue'
import type { Db, Services } from '@kaopei/server'

const channels: Readonly<Record<string, 1 | 2>> = { sms: 1, mail: 2 }

/** Of the ways that were asked for those that lead to people: the others would end in the outbox. */
export async function leadingWays<Way extends string>(
  db: Db,
  services: Services,
  { message, wanted }: { message: MessageKey; wanted: readonly Way[] },
): Promise<Way[]> {
  const working = await workingChannels(db, services, message)
  return wanted.filter((way) => {
    const channel = channels[way]
    return channel === undefined || working.includes(channel)
  })
}
