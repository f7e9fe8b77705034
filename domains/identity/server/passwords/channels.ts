import type { Db, Services } from '@kaopei/server'
import { contactChannel } from '../../contract/contact.ts'

export type Channel = 1 | 2

/** Tells of a message (its name in the catalogue) by which channels it really leaves the house. */
export type ChannelsOf = (message: string, supplierTemplate?: string) => readonly Channel[]

/** The messaging room knows. */
export interface Channels {
  /** Those that somebody carries, be it some messages alone. */
  readonly carried: readonly Channel[]
  of(db: Db): Promise<ChannelsOf>
}

declare module '@kaopei/server' {
  interface Services {
    /** Absent in the tests of single rooms alone: everything is offered there. */
    readonly channels?: Channels
  }
}

const both = [contactChannel.sms, contactChannel.mail]
export const everyChannel: Channels = { carried: both, of: async () => () => both }

/** Whoever offers people a channel asks here; what is sent by another would end in the outbox. */
export async function workingChannels(
  db: Db,
  { channels = everyChannel }: Services,
  message: string,
): Promise<readonly Channel[]> {
  return (await channels.of(db))(message)
}
