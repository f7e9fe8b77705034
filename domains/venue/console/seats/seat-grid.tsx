import type { ReactNode } from 'react'
import { type SeatMap, type SeatState, seatName, seatStates, seatStateWords } from '../../contract/rules/seat-map.ts'
import './seats.css'

export interface SeatGridProps {
  readonly rows: SeatMap
  /** Names of the seats that the layout takes. */
  readonly taken: ReadonlySet<string>
  /** Who sits on a seat, by its name. */
  readonly people?: ReadonlyMap<string, string>
  /** Absent: to look at. */
  readonly onSeat?: ((rowIndex: number, seatIndex: number) => void) | undefined
}

/** The room from above, its front on top. */
export function SeatGrid({ rows, taken, people, onSeat }: SeatGridProps): ReactNode {
  return (
    <section className={people ? 'venue-grid venue-grid-named' : 'venue-grid'} aria-label="座位图">
      <div className="venue-room">
        <p className="venue-front">讲台</p>
        {rows.map(({ label, y, seats }, rowIndex) => (
          <div className="venue-row" key={`${label} ${y}`}>
            <span className="venue-row-label">{label}</span>
            {seats.map((seat, seatIndex) => {
              const name = seatName(label, seat.label)
              const person = people?.get(name)
              const props = {
                name,
                label: seat.label,
                state: seat.state,
                isTaken: people ? person !== undefined : taken.has(name),
                person,
              }
              return <Seat key={name} {...props} {...(onSeat && { onClick: () => onSeat(rowIndex, seatIndex) })} />
            })}
          </div>
        ))}
      </div>
      <Legend rows={rows} isOfPeople={people !== undefined} />
    </section>
  )
}

/** What the looks of the seats mean, as far as the room has such seats. */
function Legend({ rows, isOfPeople }: { readonly rows: SeatMap; readonly isOfPeople: boolean }): ReactNode {
  const states = new Set(rows.flatMap(({ seats }) => seats.map((seat) => seat.state)))
  const looks = [
    ['venue-seat-taken', isOfPeople ? '已安排考生' : '按当前排法可安排'],
    ...seatStates
      .filter((state) => states.has(state) && state !== 'usable')
      .map((state) => [`venue-seat-${state}`, seatStateWords[state]] as const),
  ] as const
  return (
    <ul className="venue-legend" aria-label="图例">
      {looks.map(([look, words]) => (
        <li key={look}>
          <span className={`venue-seat ${look}`} aria-hidden="true" />
          {words}
        </li>
      ))}
    </ul>
  )
}

interface SeatProps {
  readonly name: string
  readonly label: string
  readonly state: SeatState
  readonly isTaken: boolean
  readonly person?: string | undefined
  readonly onClick?: () => void
}

function Seat({ name, label, state, isTaken, person, onClick }: SeatProps): ReactNode {
  const words = `${name} ${seatStateWords[state]}${person ? `，${person}` : isTaken ? '，可安排' : ''}`
  const className = `venue-seat venue-seat-${state}${isTaken ? ' venue-seat-taken' : ''}`
  return (
    <button type="button" className={className} aria-label={words} title={words} disabled={!onClick} onClick={onClick}>
      {person ?? label}
    </button>
  )
}
