/** The tool as toolmark's users write it. */
import { IsIn, IsInt, IsNumber, IsString, Length, Matches, Max, Min } from 'class-validator';
import { param, tool } from 'toolmark';
import { type Board, book, type Booking } from './booking.js';

export class HotelService {
  /** Book a hotel room. */
  @tool()
  book(
    @param('code of the hotel', IsString(), Matches(/^[A-Z]{3}-\d{4}$/)) hotel: string,
    @param('where it is', IsString(), Length(1, 80)) city: string,
    @param('how many', IsInt(), Min(1), Max(30)) nights: number,
    @param('euros a night', IsNumber(), Min(0), Max(5000)) rate: number,
    @param('which meals', IsIn(['room', 'half', 'full'])) board: Board,
    @param('may be cancelled') refundable = false,
  ): Booking {
    return book({ hotel, city, nights, rate, board, refundable });
  }
}
