import { outerField } from '@kaopei/collect/contract/outer-field'
import { ownInfo } from '@kaopei/collect/contract/own-info'
import type { Endpoint } from '@kaopei/contract'
import { courseActs } from '@kaopei/course/slots'
import { postAssessment } from '@kaopei/evaluation/contract/post'
import { ownPageSections } from '@kaopei/identity/slots'
import { personActs, postActs } from '@kaopei/org/slots'
import { skillLink } from '@kaopei/skill/contract/link'
import { postModel } from '@kaopei/skill/contract/post-model'
import { groupMember } from '@kaopei/usergroup/contract/member'
import { openScreen, type Screen } from '@kaopei/web/testing'
import { act } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { fillSlots } from './fill-slots.ts'

const person = { id: '01990000-0000-7000-8000-000000000001', name: '赵一' }
const since = '2026-03-01T08:00:00.000Z'
const group = { id: person.id, name: '新员工组', groupName: '新员工组', descript: '', kind: 2, categoryName: null, since }

// The first screen of a file loads the whole library of controls.
vi.setConfig({ testTimeout: 60_000 })

let screen: Screen
beforeAll(() => fillSlots())
// Not every test opens one, and whichever comes first has none of before.
afterEach(() => (screen as Screen | undefined)?.close())

test.each([
  ['更多信息', '赵一 · 更多信息'],
  ['所在用户组', '新员工组'],
])('%s of a person opens from the roster', async (label, seen) => {
  const wanted = personActs.parts().find((one) => one.label === label)
  if (!wanted) throw new Error(`the roster has no ${label}`)
  screen = await openScreen(<wanted.Drawer person={person} onClose={() => undefined} />, '/business/udp/orgoumgmt', [
    [outerField.getStaffValues, []],
    [groupMember.groupsOfStaff, [group]],
  ])
  await act(() => vi.dynamicImportSettled())
  await screen.sees(seen)
})

test('what is added to rows asks for the rights of the calls that it begins with', () => {
  const added = [...personActs.parts(), ...postActs.parts(), ...courseActs.parts()]
  const calls: Readonly<Record<string, Endpoint>> = {
    ...{ values: outerField.getStaffValues, groups: groupMember.groupsOfStaff },
    ...{ model: postModel.get, assessments: postAssessment.list, skills: skillLink.teachings },
  }
  expect(added.map(({ key }) => key).sort()).toEqual(Object.keys(calls).sort())
  for (const { key, rights } of added) {
    const needed = calls[key]?.facts.access
    expect(rights, key).toEqual(needed === 'signedIn' ? [] : [needed].flat())
  }
})

test('what a company asks of its people stands on their own page', async () => {
  const shown = {
    customType: 1,
    optionContent: [],
    isReadOnly: false,
    isMove: true,
    isRequired: false,
    isFixed: false,
    version: 1,
  }
  const asked = { ...shown, id: 'size', value: 'size', label: '工装尺码', name: '工装尺码', content: 'XL' }
  screen = await openScreen(
    ownPageSections.parts().map(({ key, Section }) => <Section key={key} />),
    '/userInfo/PersonalData',
    [[ownInfo.getOwn, { isComplete: true, dataList: [asked] }]],
  )
  await act(() => vi.dynamicImportSettled())
  await screen.sees('工装尺码')
})
