import { placeState } from '@kaopei/venue/contract/codes'
import type { CheckInAct } from '@kaopei/venue/contract/place'
import { CodeTag, EmptyState, ErrorState, formatInstant, toast, useAction, useCall, useListRefresh, useRunner } from '@kaopei/web'
import { Alert, Button, Input, Segmented } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { examRooms, type SeatedRow } from '../../contract/exam-rooms.ts'
import { type DoorRow, signIn } from '../../contract/exam-sign-in.ts'
import { Scanner } from './scanner.tsx'

interface Props {
  readonly door: DoorRow
  readonly onLeave: () => void
}

type Way = 'scan' | 'list'

interface Found {
  readonly row: SeatedRow
  /** Of the ticket that was scanned. */
  readonly code?: string
}

/** One room: scan or type a ticket, or find somebody by eye; then look at the documents and let them sit down. */
export function DoorDesk({ door, onLeave }: Props): ReactNode {
  const [way, setWay] = useState<Way>('scan')
  const [person, setPerson] = useState<Found>()
  const inSight = useRef<string>(undefined)
  const { run, isRunning } = useRunner()
  const find = async (typed: string, isScanned: boolean) => {
    const ticket = typed.trim()
    const found = await run(signIn.find, { examinationId: door.examinationId, ticket }, { successText: '' })
    if (found.ok) setPerson({ row: found.data, ...(isScanned && ticket !== found.data.ticketNumber && { code: ticket }) })
  }
  return (
    <section className="exam-sign-in">
      <header>
        <Button onClick={onLeave}>返回</Button>
        <div>
          <h1>{door.roomName}</h1>
          <p>
            {door.examName}
            <br />
            {door.openTime === null ? '发布后即可开考' : `${formatInstant(door.openTime)} 开考`}
          </p>
        </div>
        <strong title="已到人数">
          已到 {door.presentCount} / {door.expectedCount}
        </strong>
      </header>
      {person ? (
        <PersonCard
          door={door}
          found={person}
          onChange={(row) => setPerson({ ...person, row })}
          onDone={() => setPerson(undefined)}
        />
      ) : (
        <>
          <Segmented
            block
            value={way}
            onChange={(value: Way) => setWay(value)}
            options={[
              { value: 'scan', label: '扫描准考证' },
              { value: 'list', label: '名单' },
            ]}
          />
          {way === 'scan' ? (
            <>
              <Scanner inSight={inSight} onRead={(text) => void find(text, true)} />
              <Input.Search
                aria-label="准考证号"
                placeholder="或输入准考证号"
                enterButton="查 找"
                inputMode="numeric"
                maxLength={100}
                loading={isRunning}
                onSearch={(text) => text.trim() !== '' && void find(text, false)}
              />
            </>
          ) : (
            <People door={door} onChoose={(row) => setPerson({ row })} />
          )}
        </>
      )}
    </section>
  )
}

const pageSize = 20

function People({ door, onChoose }: { readonly door: DoorRow; readonly onChoose: (row: SeatedRow) => void }): ReactNode {
  const [keyWords, setKeyWords] = useState('')
  const [pageIndex, setPage] = useState(1)
  const wish = { examinationId: door.examinationId, roomId: door.roomId, pageIndex, pageSize }
  const asked = useCall(examRooms.list, { ...wish, ...(keyWords && { keyWords }) }, { refetchInterval: 15_000 })
  return (
    <>
      <Input.Search
        aria-label="查找考生"
        placeholder="姓名、工号"
        allowClear
        maxLength={50}
        onSearch={(text) => {
          setKeyWords(text.trim())
          setPage(1)
        }}
      />
      {asked.error && <ErrorState error={asked.error} onRetry={asked.refetch} />}
      {asked.data?.dataList.length === 0 && <EmptyState text="没有符合条件的考生" />}
      <ul className="exam-sign-in-people">
        {asked.data?.dataList.map((row) => (
          <li key={row.staffId}>
            <button type="button" onClick={() => onChoose(row)}>
              <span>{row.seat}</span>
              <span>{row.name}</span>
              <CodeTag codes={placeState} value={row.state} />
            </button>
          </li>
        ))}
      </ul>
      {(asked.data?.totalCount ?? 0) > pageSize && (
        <div className="exam-sign-in-pages">
          <Button disabled={pageIndex === 1} onClick={() => setPage(pageIndex - 1)}>
            上一页
          </Button>
          <Button disabled={pageIndex * pageSize >= (asked.data?.totalCount ?? 0)} onClick={() => setPage(pageIndex + 1)}>
            下一页
          </Button>
        </div>
      )}
    </>
  )
}

interface PersonProps {
  readonly door: DoorRow
  readonly found: Found
  readonly onChange: (row: SeatedRow) => void
  readonly onDone: () => void
}

const { expected, arrived, verified, seated, refused } = placeState

/** Documents before sitting down; another seat than the planned one, and why somebody is not let in. */
function PersonCard({ door, found: { row: person, code }, onChange, onDone }: PersonProps): ReactNode {
  const [seat, setSeat] = useState('')
  const [reason, setReason] = useState('')
  const check = useAction(examRooms.checkIn, { successText: '' })
  const refresh = useListRefresh()
  const act = async (what: CheckInAct) => {
    const whom = code === undefined ? { staffId: person.staffId } : { code }
    const input = { examinationId: door.examinationId, ...whom, act: what, reason: reason.trim() }
    const done = await check.run({ ...input, ...(what === 'seated' && seat.trim() !== '' && { seat: seat.trim() }) })
    if (!done.ok) return
    refresh(signIn.rooms, examRooms.list)
    toast.success(`${done.data.name}：${placeState.label(done.data.state)}`)
    setReason('')
    if (done.data.state === seated) onDone()
    else onChange(done.data)
  }
  const isElsewhere = person.roomId !== door.roomId
  const { state } = person
  const button = (what: CheckInAct, label: string, isMain = false) => (
    <Button
      size="large"
      block
      type={isMain ? 'primary' : 'default'}
      danger={what === 'refused'}
      disabled={(what === 'refused' || what === 'undone') && reason.trim() === ''}
      loading={check.isRunning}
      onClick={() => void act(what)}
    >
      {label}
    </Button>
  )
  return (
    <article className="exam-sign-in-person">
      <h2>
        {person.name} <CodeTag codes={placeState} value={state} />
      </h2>
      {isElsewhere && <Alert type="error" showIcon title={`该考生的考场是“${person.roomName ?? '未安排'}”，请引导前往`} />}
      <dl>
        <dt>座位</dt>
        <dd>{person.realSeat ? `${person.realSeat}（应坐 ${person.seat}）` : (person.seat ?? '未安排')}</dd>
        <dt>准考证号</dt>
        <dd>{person.ticketNumber ?? '-'}</dd>
        <dt>工号</dt>
        <dd>{person.jobNumber ?? '-'}</dd>
        <dt>部门</dt>
        <dd>{person.department ?? '-'}</dd>
      </dl>
      {!isElsewhere && (
        <div className="exam-sign-in-acts">
          {(state === expected || state === arrived) && button('verified', '证件相符', true)}
          {state === expected && button('arrived', '已到，稍后核验')}
          {(state === verified || state === seated) && (
            <>
              <Input
                aria-label="实际座位"
                placeholder={`实际座位，不填为 ${person.seat ?? ''}`}
                maxLength={20}
                value={seat}
                onChange={(event) => setSeat(event.target.value)}
              />
              {button('seated', state === seated ? '更改实际座位' : '已入座', true)}
            </>
          )}
          <Input
            aria-label="原因"
            placeholder="拒绝入场或撤销签到的原因"
            maxLength={200}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          {state !== seated && state !== refused && button('refused', '拒绝入场')}
          {state !== expected && button('undone', '撤销签到')}
        </div>
      )}
      <Button size="large" block onClick={onDone}>
        下一位
      </Button>
    </article>
  )
}
