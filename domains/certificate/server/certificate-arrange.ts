/** Templates and rules of certificates for tests, through the calls that people use. */
import type { TestActor, World } from '@kaopei/server/testing'
import type { RuleKind } from '../contract/codes.ts'
import type { Condition } from '../contract/conditions.ts'
import type { Layout } from '../contract/layout.ts'
import { rule } from '../contract/rule.ts'
import { template } from '../contract/template.ts'

export async function arrangeTemplate(
  world: World,
  actor: TestActor,
  { name = '安全生产合格证', change }: { name?: string; change?: (layout: Layout) => Layout } = {},
): Promise<string> {
  const as = world.as(actor)
  const { id } = await as.get(template.create, { name, width: 297, height: 210 })
  const { layout, version } = await as.get(template.detail, { id })
  const saved = change ? await as.get(template.save, { id, version, name, layout: change(layout) }) : { version }
  await as.get(template.publish, { id, version: saved.version })
  return id
}

export interface RuleWish {
  readonly templateId: string
  readonly name?: string
  readonly kind?: RuleKind
  readonly targetId?: string | null
  readonly minScore?: number | null
  readonly conditions?: Condition[]
  readonly numberPattern?: string
  readonly validityMonths?: number | null
  readonly renewBeforeDays?: number | null
  readonly remindDays?: number[]
}

export async function arrangeRule(world: World, actor: TestActor, wish: RuleWish): Promise<string> {
  const usual = { name: '安全证', kind: 'hand', numberPattern: 'AQ-{year}-{seq:4}' } as const
  return (await world.as(actor).get(rule.create, { ...usual, ...wish })).id
}
