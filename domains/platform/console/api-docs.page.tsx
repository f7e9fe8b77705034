import { apiDocs, type OutputOf } from '@kaopei/contract'
import { Loaded, PageHeader, useCall } from '@kaopei/web'
import { Card, Collapse, Input, Tag, Typography } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'

type Document = OutputOf<typeof apiDocs.openapi>

interface Call {
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly details: unknown
}

/** 接口文档: every call of the product, from the contracts themselves. */
export default function ApiDocsPage(): ReactNode {
  const document = useCall(apiDocs.openapi)
  return (
    <>
      <PageHeader title="接口文档" description="由接口约定自动生成（OpenAPI 3.1）。请求须签名，信封与错误码见各接口说明。" />
      <Loaded of={document}>{(data) => <Calls document={data} />}</Loaded>
    </>
  )
}

function Calls({ document }: { readonly document: Document }): ReactNode {
  const [wanted, setWanted] = useState('')
  const groups = useMemo(() => groupsOf(document, wanted.trim().toLowerCase()), [document, wanted])
  return (
    <Card>
      <Input.Search
        allowClear
        placeholder="按路径或名称查找"
        aria-label="按路径或名称查找"
        onChange={(event) => setWanted(event.target.value)}
      />
      {[...groups].map(([group, calls]) => (
        <section key={group} aria-label={group}>
          <Typography.Title level={2} style={{ fontSize: 16, marginTop: 24 }}>
            {group}（{calls.length}）
          </Typography.Title>
          <Collapse items={calls.map((call) => itemOf(call, document))} />
        </section>
      ))}
    </Card>
  )
}

function itemOf(call: Call, document: Document) {
  return {
    key: `${call.method} ${call.path}`,
    label: (
      <span>
        <Tag>{call.method}</Tag>
        <code>{call.path}</code>　{call.summary}
      </span>
    ),
    children: <Details call={call} document={document} />,
  }
}

/** Drawn when it is opened: what the call says, and the shapes that it means by their names. */
function Details({ call, document }: { readonly call: Call; readonly document: Document }): ReactNode {
  const schemas = shapesIn(call.details, document)
  const shown = Object.keys(schemas).length === 0 ? call.details : Object.assign({}, call.details, { components: { schemas } })
  return <pre style={{ overflow: 'auto', maxHeight: 480, margin: 0 }}>{JSON.stringify(shown, null, 2)}</pre>
}

function shapesIn(details: unknown, { components }: Document): Readonly<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  const waiting = [details]
  while (waiting.length > 0) {
    for (const [, name = ''] of JSON.stringify(waiting.pop()).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (name in found) continue
      found[name] = components.schemas[name]
      waiting.push(found[name])
    }
  }
  return found
}

function groupsOf(document: Document, wanted: string): ReadonlyMap<string, readonly Call[]> {
  const groups = new Map<string, Call[]>()
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, details] of Object.entries(operations)) {
      const summary = textOf(details, 'summary')
      if (wanted && !path.toLowerCase().includes(wanted) && !summary.toLowerCase().includes(wanted)) continue
      const group = path.split('/').slice(3, -1).join('/') || path.split('/')[1] || path
      const calls = groups.get(group) ?? []
      calls.push({ method: method.toUpperCase(), path, summary, details })
      groups.set(group, calls)
    }
  }
  return groups
}

function textOf(value: unknown, key: string): string {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
  return typeof found === 'string' ? found : ''
}
