/** Scales and appointments for tests: made through the calls that people use. */
import type { TestActor, World } from '@kaopei/server/testing'
import { evaluationLearn as learn } from '../contract/answering.ts'
import { appointment, appointmentPeople } from '../contract/appointment.ts'
import type { DefinitionInput } from '../contract/definition.ts'
import { scale } from '../contract/scale.ts'

export const device = 'browser-aaaaaaaa:tab-1'

/** Two dimensions of three items, 1 to 5; the last item of each is reversed. */
export const shortDefinition: DefinitionInput = {
  consent: { purpose: '测试', readers: '测试人员' },
  options: [1, 2, 3, 4, 5].map((value) => ({ value, text: `选项 ${value}` })),
  items: Array.from({ length: 6 }, (_, place) => ({ id: `q${place + 1}`, text: `题目 ${place + 1}` })),
  dimensions: [
    { id: 'a', name: '甲', items: [{ item: 'q1' }, { item: 'q2' }, { item: 'q3', isReversed: true }] },
    { id: 'b', name: '乙', items: [{ item: 'q4' }, { item: 'q5' }, { item: 'q6', isReversed: true }] },
  ],
  bands: [
    { dimension: 'a', by: 'mean', from: 1, to: 3, label: '较低', text: '低的解释' },
    { dimension: 'a', by: 'mean', from: 3, to: 5, label: '较高', text: '高的解释' },
  ],
}

export interface ScaleWish {
  readonly name?: string
  readonly kind?: 1 | 2 | 3 | 4
  readonly definition?: DefinitionInput
  readonly retentionMonths?: number
  readonly skillMap?: { dimension: string; skillId: string; level: number }[]
}

export async function publishedScale(world: World, admin: TestActor, wish: ScaleWish = {}): Promise<string> {
  const facts = { name: '短量表', kind: 1 as const, licence: '自有', source: '自编', definition: shortDefinition, ...wish }
  const { id } = await world.as(admin).get(scale.save, facts)
  await world.as(admin).get(scale.publish, { id })
  return id
}

export interface AppointmentWish {
  readonly name?: string
  readonly scaleId: string
  readonly mode?: 1 | 2
  readonly endTime?: string | null
  readonly limitMinutes?: number | null
  readonly staffIds: readonly string[]
}

export async function openAppointment(world: World, admin: TestActor, { staffIds, ...wish }: AppointmentWish): Promise<string> {
  const as = world.as(admin)
  const { id } = await as.get(appointment.save, { name: '测评', ...wish })
  await as.get(appointmentPeople.add, { id, staffIds: [...staffIds] })
  await as.get(appointment.open, { id })
  return id
}

/** As the client does, in one go: the place of the option of each item; null leaves it out. Answers the id of the result, if there is one. */
export async function answerAll(
  world: World,
  actor: TestActor,
  options: readonly (number | null)[],
  { personName, seconds = 5 }: { personName?: string; seconds?: number } = {},
): Promise<string | null> {
  const as = world.as(actor)
  const { dataList } = await as.get(learn.mine, { only: 'open', pageSize: 100 })
  const mine = dataList.find((one) => personName === undefined || one.personName === personName)
  if (!mine) throw new Error('nothing is asked of this person')
  const { raterId } = mine
  const { consent } = await as.get(learn.open, { raterId, device })
  const { sheet } = await as.get(learn.begin, {
    raterId,
    device,
    consentVersion: consent.versionNumber,
    retentionMonths: consent.retentionMonths,
  })
  const leaseEpoch = sheet?.lease.epoch ?? 1
  const items = options.flatMap((option, place) => {
    const clientTime = new Date(world.now().getTime() + place * seconds * 1000).toISOString()
    return option === null ? [] : [{ slot: place + 1, option, baseRev: 0, clientSeq: place + 1, clientTime }]
  })
  await as.get(learn.save, { raterId, leaseEpoch, items })
  return (await as.get(learn.submit, { raterId, leaseEpoch })).evaluationResultId
}
