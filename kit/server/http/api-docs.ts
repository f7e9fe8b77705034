import { apiDocs, type Endpoint } from '@kaopei/contract'
import { implement, type Module } from '../calls/implement.ts'
import { openApiOf } from './openapi.ts'

/** Answers the OpenAPI document of all modules; made on the first call, as nobody else needs it. */
export function apiDocsModule(modules: readonly Module[]): Module {
  let document: ReturnType<typeof openApiOf> | undefined
  const all = (): readonly Endpoint[] => modules.flatMap((module) => module.endpoints.map(({ endpoint }) => endpoint))
  return {
    endpoints: implement(apiDocs, {
      openapi: async () => {
        document ??= openApiOf(all(), '考培开放接口')
        return document
      },
    }),
  }
}
