/** What the tools take and give: ordinary DTO classes and types. */
import { ArrayMaxSize, ArrayMinSize, IsInt, IsOptional, IsPositive, Length, Matches, Max, Min } from 'class-validator';
import type { City } from './places.js';

export enum Region {
  Africa = 'Africa',
  Americas = 'Americas',
  Antarctic = 'Antarctic',
  Asia = 'Asia',
  Europe = 'Europe',
  Oceania = 'Oceania',
}

export enum Indicator {
  Area = 'area',
  Neighbours = 'neighbours',
  Languages = 'languages',
}

/** How to travel, with the speed that the plan reckons with. */
export enum Mode {
  Train = 'train',
  Car = 'car',
  Plane = 'plane',
}

/** A city by its name. */
export interface NamedPlace {
  kind: 'city';
  /** as the locals or GeoNames write it */
  name: string;
  /** ISO 3166-1 alpha-2 code, for names that many countries have */
  country?: string;
}

/** A point by its coordinates. */
export interface PointPlace {
  kind: 'point';
  /**
   * degrees north
   * @minimum -90
   * @maximum 90
   */
  latitude: number;
  /**
   * degrees east
   * @minimum -180
   * @maximum 180
   */
  longitude: number;
}

export type Place = NamedPlace | PointPlace;

/** A range of areas. */
export class AreaRange {
  /** smallest area, square kilometres */
  @IsOptional() @Min(0) from?: number;
  /** largest area, square kilometres */
  @IsOptional() @Min(0) to?: number;
}

/** Which countries to find; every field narrows the list. */
export class CountryFilter {
  /** part of the common or official name, any case */
  @IsOptional() @Length(2, 60) name?: string;
  region?: Region;
  /** a language spoken there, by its English name */
  language?: string;
  /** ISO 4217 code of a currency used there */
  @IsOptional() @Matches(/^[A-Z]{3}$/) currency?: string;
  landlocked?: boolean;
  area?: AreaRange;
  /** how many countries to give */
  @IsInt() @Min(1) @Max(50) limit: number = 10;
}

/** One stop of a trip. */
export class Stop {
  /** the city's name */
  @Length(1, 80) city!: string;
  /** ISO 3166-1 alpha-2 code of its country */
  @IsOptional() @Matches(/^[A-Z]{2}$/) country?: string;
  /** nights to stay there */
  @IsInt() @Min(0) @Max(60) nights: number = 1;
}

/** A trip to plan. */
export class TripRequest {
  /** where it starts and ends */
  start!: Stop;
  /** the other stops, in any order */
  @ArrayMinSize(1) @ArrayMaxSize(12) stops!: Stop[];
  /** when it starts */
  departure!: Date;
  mode: Mode = Mode.Train;
  /** hours of travel a day at the most */
  @IsOptional() @IsPositive() @Max(24) hoursPerDay?: number;
}

/** A city with its distance. */
export interface NearbyCity extends City {
  /** from the point asked for */
  kilometres: number;
}

export interface Country {
  name: string;
  /** ISO 3166-1 alpha-2 */
  code: string;
  region: string;
  capital: string | null;
  /** square kilometres */
  area: number;
  languages: string[];
  /** ISO 4217 codes */
  currencies: string[];
  landlocked: boolean;
}

export interface CountryProfile extends Country {
  officialName: string;
  unMember: boolean;
  /** names of the countries it borders on */
  neighbours: string[];
  largestCities: City[];
}

export interface Leg {
  from: string;
  to: string;
  kilometres: number;
  hours: number;
  leaves: Date;
  arrives: Date;
}

export interface Trip {
  legs: Leg[];
  kilometres: number;
  returns: Date;
}
