import { openScreen, type Screen } from '@kaopei/web/testing'
import { act, type ReactNode, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { type AppointmentDetail, appointmentPeople } from '../../contract/appointment.ts'
import { Raters } from './raters.drawer.tsx'

vi.setConfig({ testTimeout: 60_000 })

let screen: Screen
afterEach(() => screen.close())

const id = '0190aaaa-0000-7000-8000-000000000001'
const detail: AppointmentDetail = {
  ...{ id, name: '一圈', scaleId: id, scaleName: '管理', kind: 2, mode: 2, status: 1, version: 1, personCount: 1, purpose: '' },
  ...{ startTime: null, endTime: null, limitMinutes: null, itemsAPage: 1, normKey: null, versionNumber: 1, itemCount: 6 },
  ...{ raterCount: 0, submittedCount: 0, retentionMonths: 24, consent: { purpose: '', readers: '' }, norms: [] },
  ...{ openTime: null, closeTime: null, resultCount: 0 },
}

function Opens(): ReactNode {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        评价人
      </button>
      {isOpen && <Raters detail={detail} person={{ staffId: id, name: '张三' }} onClose={() => setOpen(false)} />}
    </>
  )
}

test('whoever closes the raters of somebody stands where they were', async () => {
  screen = await openScreen(<Opens />, '/', [[appointmentPeople.raters, []]])
  const opener = document.querySelector('button')
  opener?.focus()
  await screen.click('评价人')
  await screen.sees('还没有评价人')
  const closer = document.querySelector<HTMLElement>('.ant-drawer-close')
  // The focus goes into the drawer, as a browser has it.
  await act(async () => closer?.focus())
  await act(async () => closer?.click())
  expect(document.activeElement).toBe(opener)
})
