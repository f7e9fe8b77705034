import { DetailPage, EmptyState, RightButton, useAction, useCall, useMay, useUnsavedGuard } from '@kaopei/web'
import { Alert, Button, InputNumber, Radio } from 'antd'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { roomStatus } from '../../contract/codes.ts'
import { type RoomSeats, room } from '../../contract/room.ts'
import { seatsByLayout } from '../../contract/rules/layout.ts'
import { evenMap, type SeatState, seatName, seatStates, seatStateWords } from '../../contract/rules/seat-map.ts'
import { roomsPath } from '../paths.ts'
import { LayoutFields } from './layout-fields.tsx'
import { SeatGrid } from './seat-grid.tsx'

/** The seats of one room: what state each is in, and how people are spaced. */
export default function RoomSeatsPage(): ReactNode {
  const id = useSearchParams()[0].get('id')
  return id === null ? <EmptyState text="请从考场管理选择一间考场" /> : <Asked key={id} id={id} />
}

function Asked({ id }: { readonly id: string }): ReactNode {
  const asked = useCall(room.get, { id })
  const navigate = useNavigate()
  return (
    <DetailPage
      of={asked}
      head={({ roomName, address }) => ({ title: roomName, description: address, back: () => void navigate(roomsPath) })}
      notice={({ roomStatus: status }) =>
        status === roomStatus.closed && (
          <Alert type="warning" showIcon title="考场已停用，不能再安排考生" style={{ marginBottom: 16 }} />
        )
      }
    >
      {(seats) => <Editor key={seats.version} seats={seats} onSaved={asked.refetch} />}
    </DetailPage>
  )
}

function Editor({ seats, onSaved }: { readonly seats: RoomSeats; readonly onSaved: () => void }): ReactNode {
  const [rows, setRows] = useState(seats.rows)
  const [layouts, setLayouts] = useState(seats.layouts)
  const [shown, setShown] = useState(0)
  const [tool, setTool] = useState<SeatState | 'choose'>('broken')
  const mayEdit = useMay(room.saveSeats)
  const save = useAction(room.saveSeats, { successText: '保存成功' })
  const isChanged = rows !== seats.rows || layouts !== seats.layouts
  useUnsavedGuard(useCallback(() => isChanged, [isChanged]))
  const layout = layouts[shown] ?? layouts[0]
  const taken = useMemo(() => new Set(layout ? seatsByLayout(rows, layout).map(({ name }) => name) : []), [rows, layout])
  const count = rows.reduce((sum, row) => sum + row.seats.length, 0)

  const isChoice = layout?.seats !== undefined
  const state: SeatState | undefined = tool === 'choose' ? undefined : tool
  /** Of a layout by choice: takes the seat, or leaves it. */
  const choose = (name: string) =>
    setLayouts(layouts.map((one) => (one === layout && one.seats ? { ...one, seats: toggled(one.seats, name) } : one)))

  /** Pressed again a seat is usable again. */
  const paint = (rowIndex: number, seatIndex: number) => {
    if (state === undefined) {
      const [row, seat] = [rows[rowIndex], rows[rowIndex]?.seats[seatIndex]]
      if (isChoice && row && seat) choose(seatName(row.label, seat.label))
      return
    }
    setRows(
      rows.map((row, index) =>
        index === rowIndex
          ? {
              ...row,
              seats: row.seats.map((seat, at) =>
                at === seatIndex ? { ...seat, state: seat.state === state ? ('usable' as const) : state } : seat,
              ),
            }
          : row,
      ),
    )
  }
  const submit = async () => {
    const { ok } = await save.run({ id: seats.id, version: seats.version, rows, layouts })
    if (ok) onSaved()
  }
  return (
    <>
      <LayoutFields
        layouts={layouts}
        shown={shown}
        onShow={setShown}
        taken={[...taken]}
        {...(mayEdit && { onChange: setLayouts })}
      />
      <section className="kp-card" aria-label="座位">
        <p role="status">
          共 {count} 个座位，按“{layout?.name}”可安排 {taken.size} 人
        </p>
        {mayEdit && (
          <>
            <div className="venue-line">
              点击座位设为
              <Radio.Group
                optionType="button"
                value={tool}
                options={[
                  ...(isChoice ? [{ value: 'choose', label: '选座' }] : []),
                  ...seatStates.map((value) => ({ value, label: seatStateWords[value] })),
                ]}
                onChange={({ target }) => setTool(target.value)}
              />
            </div>
            <Generator
              now={{ rows: rows.length, columns: Math.max(1, ...rows.map((row) => row.seats.length)) }}
              onMade={(rowCount, columnCount) => setRows(evenMap(rowCount, columnCount))}
            />
          </>
        )}
        <SeatGrid rows={rows} taken={taken} {...(mayEdit && { onSeat: paint })} />
      </section>
      {mayEdit && (
        <RightButton
          right={room.saveSeats}
          type="primary"
          className="venue-save"
          disabled={!isChanged}
          loading={save.isRunning}
          onClick={() => void submit()}
        >
          保 存
        </RightButton>
      )}
    </>
  )
}

const toggled = (seats: readonly string[], name: string): string[] =>
  seats.includes(name) ? seats.filter((one) => one !== name) : [...seats, name]

interface GeneratorProps {
  readonly now: { readonly rows: number; readonly columns: number }
  readonly onMade: (rows: number, columns: number) => void
}

/** Another grid in place of what is there, which is as large as it is until somebody says otherwise. */
function Generator({ now, onMade }: GeneratorProps): ReactNode {
  const [rows, setRows] = useState(Math.max(1, now.rows))
  const [columns, setColumns] = useState(now.columns)
  return (
    <div className="venue-line">
      <InputNumber
        aria-label="排数"
        min={1}
        max={40}
        precision={0}
        value={rows}
        suffix="排"
        onChange={(value) => setRows(value ?? 1)}
      />
      <InputNumber
        aria-label="每排座位数"
        min={1}
        max={40}
        precision={0}
        value={columns}
        suffix="座"
        onChange={(value) => setColumns(value ?? 1)}
      />
      <Button onClick={() => onMade(rows, columns)}>重新生成</Button>
    </div>
  )
}
