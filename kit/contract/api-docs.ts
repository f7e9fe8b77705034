import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { menu } from './right.ts'

/** The product's own documentation of its calls, for administrators who connect other systems. */
export const apiDocsMenu = menu({ name: 'apiDocs', title: '接口文档', path: '/docs', parent: 'business', icon: 'api', sort: 90 })

export const apiDocs = {
  openapi: endpoint({
    path: '/api/v1/system/openapi',
    method: 'GET',
    summary: '接口文档（OpenAPI 3.1）',
    access: apiDocsMenu.rights.view,
    audit: 'read',
    output: z.object({
      openapi: z.string(),
      info: z.record(z.string(), z.string()),
      paths: z.record(z.string(), z.record(z.string(), z.unknown())),
      components: z.object({ schemas: z.record(z.string(), z.record(z.string(), z.unknown())) }),
    }),
  }),
}
