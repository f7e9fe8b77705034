export const roomsPath = '/application/ote/examinationRoom'
export const seatsPath = (roomId: string): string => `/application/ote/examinationRoomSeats?id=${roomId}`
