import { type Handlers, implement } from '@kaopei/server'
import { converters, troublesOf } from '../../contract/converters.ts'
import { livingConverters } from './converter.sql.ts'

const handlers: Handlers<typeof converters> = {
  status: async (_input, { db }) => ({ troubles: troublesOf((await livingConverters(db)).map(({ tools }) => tools)) }),
}

export const converterEndpoints = implement(converters, handlers)
